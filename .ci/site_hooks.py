"""Adds pages and files of the repository outside of docs/ to the site, and adapts the links between the two."""

import os
import posixpath
import re

from mkdocs.structure.files import File

# Paths in the repository, and in the site.
ADDED = {
    "benchmarks/README.md": "benchmarks.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "LICENSE",
    "examples/notebooks/mimeo.ipynb": "examples/notebooks/mimeo.ipynb",
    "examples/pipe_client.c": "examples/pipe_client.c",
    "examples/pipe_client.py": "examples/pipe_client.py",
}
IN_REPOSITORY = {site: source for source, site in ADDED.items()}
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")


def on_files(files, config):
    root = os.path.dirname(config.config_file_path)
    for source, site in ADDED.items():
        files.append(File.generated(config, site, abs_src_path=os.path.join(root, source)))
    return files


def on_page_markdown(markdown, page, config, files):
    site = page.file.src_uri
    folder = posixpath.dirname(IN_REPOSITORY.get(site, "docs/" + site))

    def adapt(link):
        if ":" in link[2]:
            return link[0]
        target = posixpath.normpath(posixpath.join(folder, link[2]))
        target = ADDED.get(target, target.removeprefix("docs/"))
        return link[1] + posixpath.relpath(target, posixpath.dirname(site) or ".") + link[3]

    # Not in code blocks: a link has a form that code has too.
    parts = re.split(r"(?ms)(^```.*?^```$)", markdown)
    text = "".join(part if part.startswith("```") else LINK.sub(adapt, part) for part in parts)
    if site == "reference/java.md":
        # Of the Javadoc, which is added when the pages are complete, MkDocs knows nothing.
        text += '\n<a href="../api/index.html">Javadoc</a>\n'
    return text
