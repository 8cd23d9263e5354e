"""Compiles the C library into the package, where ctypes finds it."""

import os
import shutil

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARY = os.path.dirname(HERE)


class BuildLibrary(build_ext):
    """Builds a plain shared library: there is no function that initializes a module."""

    def run(self):
        # Paths of sources must be below this folder.
        os.makedirs(os.path.join(HERE, "build"), exist_ok=True)
        for name in ("mimeo.c", "mimeo.h"):
            shutil.copyfile(os.path.join(LIBRARY, name), os.path.join(HERE, "build", name))
        super().run()

    def get_export_symbols(self, ext):
        return ext.export_symbols


setup(
    ext_modules=[
        Extension("mimeo_segment._library", ["build/mimeo.c"], extra_compile_args=["-std=c11", "-O2"])
    ],
    cmdclass={"build_ext": BuildLibrary},
)
