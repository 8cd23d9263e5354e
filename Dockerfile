# The distribution with its own Java. Needs no network, no writable folder but /tmp, and no rights:
#
#   docker build -t mimeo .
#   docker run --rm --read-only --tmpfs /tmp:exec -v "$PWD:/data" --user "$(id -u):$(id -g)" mimeo scan logs -o logs.ds
#
# Codecs and DuckDB unpack native libraries into /tmp and run them, hence exec.
FROM eclipse-temurin:25-jdk AS build
# The Maven wrapper verifies the checksum of the zip file, and needs unzip to take that instead of another archive.
RUN apt-get update \
    && apt-get install -y --no-install-recommends unzip \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
ARG COMMIT=unknown
RUN ./mvnw -B -ntp -q -Prelease -Dquick -Dmaven.test.skip=true -Dmaven.javadoc.skip -Dmaven.source.skip -Dcyclonedx.skip \
        -Dmimeo.commit="$COMMIT" -pl distribution -am package \
    && mkdir /opt/mimeo \
    && tar -xzf distribution/target/mimeo-*-linux-*.tar.gz -C /opt/mimeo --strip-components=1

FROM debian:stable-slim
# Fonts are for plots as PNG.
RUN apt-get update \
    && apt-get install -y --no-install-recommends fontconfig fonts-dejavu-core libfreetype6 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --no-create-home --uid 10001 mimeo
COPY --from=build /opt/mimeo /opt/mimeo
# Fontconfig keeps a cache, and complains where it cannot.
ENV LANG=C.UTF-8 PATH=/opt/mimeo/bin:$PATH XDG_CACHE_HOME=/tmp
# Commands start faster.
RUN mimeo warm-up
USER mimeo
WORKDIR /data
ENTRYPOINT ["mimeo"]
CMD ["--help"]
