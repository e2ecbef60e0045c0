# The archive of a release on a bare Debian. release/ has the archives: from `npm run release -- <version>`, or downloaded.
# Pin the base by its digest, as docs/operating/compose.md says.
ARG BASE=debian:bookworm-slim
FROM ${BASE} AS amd64
ADD release/kwit-*-linux-x64.tar.xz /opt/

FROM ${BASE} AS arm64
ADD release/kwit-*-linux-arm64.tar.xz /opt/

FROM ${TARGETARCH:-amd64}
RUN useradd --system --uid 1000 --home-dir /data kwit && mkdir -m 700 /data && chown kwit: /data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data PATH=/opt/kwit/bin:$PATH KWIT_COMMAND=kwit
USER kwit
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["/opt/kwit/node/bin/node", "-e", "fetch('http://127.0.0.1:4000/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["/opt/kwit/bin/kwit", "serve"]
