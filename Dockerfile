# The same two commands as without a container: npm ci, npm start. Node 26 comes with npm ci.
# Pin it by its digest, as docs/operating/compose.md says.
ARG NODE_IMAGE=node:26-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /kwit
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY packages/cli/package.json packages/cli/
RUN npm ci
COPY . .
# What stays out of the image: tools, for the web app is built here, and the clients of S3 and SES. Files in S3 or mail
# through SES need those: docker build --build-arg OMIT=--omit=dev
ARG OMIT="--omit=dev --omit=optional"
RUN npm run build && npm prune $OMIT

FROM ${NODE_IMAGE}
# MALLOC_ARENA_MAX: one pool of memory for all threads; glibc keeps one for each, which takes some 20 MB more.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /kwit
COPY --from=build /kwit ./
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:4000/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# npm start would put npm between the signal and Kwit; this is what it runs.
CMD ["node_modules/.bin/node", "--max-semi-space-size=8", "--heap-growing-percent=50", "--no-allocation-site-pretenuring", "--import", "./server/keep-compiled.mjs", "server/main.ts"]
