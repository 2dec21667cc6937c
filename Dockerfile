# Two steps: the web application is built with the development tools, and the image carries none of them.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# squawk-cli only lints SQL, and `npm ci` refuses a lock file without its packages of other platforms, which not every
# registry has. The embedded PostgreSQL and Node itself come with the packages for a plain computer; here with the image.
RUN npm pkg delete devDependencies.squawk-cli && npm ci --no-audit --no-fund --ignore-scripts --omit=dev
COPY . .
RUN node scripts/build.ts

FROM node:26-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/run-time-manifest.ts scripts/
RUN node scripts/run-time-manifest.ts && npm ci --no-audit --no-fund --ignore-scripts --omit=dev --omit=optional

FROM node:26-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY bin bin
COPY contract contract
COPY server server
COPY --from=build /app/dist/web dist/web
COPY docs/licences.md docs/licences.md
# Uploaded files, where no bucket is set.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM lets what is under way be answered, at most 10 seconds.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "server/cli.ts"]
CMD ["start"]
