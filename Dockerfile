# One image for web, worker and migrations: a release, as `npm run package` makes it. Build: docker compose build
# The workflow of a release gives this image by its digest.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
# OpenSSL and certificates: Prisma looks at the one and downloads its engine with the other.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates openssl \
  && rm -rf /var/lib/apt/lists/*
# The manifests first: dependencies are installed again only when these change.
COPY package.json package-lock.json ./
COPY packages/ingest/package.json packages/ingest/
COPY packages/analysis/package.json packages/analysis/
COPY packages/contract/package.json packages/contract/
COPY packages/db/package.json packages/db/
COPY packages/record/package.json packages/record/
COPY packages/views/package.json packages/views/
COPY apps/web/package.json apps/web/
COPY apps/cli/package.json apps/cli/
COPY docs/package.json docs/
COPY e2e/package.json e2e/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run package

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3000 BASECASE_BLOBS=/var/lib/basecase/blobs
# Freed memory goes back to the machine (tools/bootstrap/web-server.mjs).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
RUN mkdir -p /var/lib/basecase/blobs && chown -R node:node /var/lib/basecase
# Without npm around it, it has no PostgreSQL: the database is a service of its own.
COPY --from=build /app/dist/basecase ./
# For the first token: docker compose exec web basecase token create --name me --role admin. What V8 compiles of the
# command line is kept beside it, where later nothing can be written.
RUN ln -s /app/basecase.mjs /usr/local/bin/basecase && basecase --version
USER node
EXPOSE 3000
VOLUME /var/lib/basecase
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Several containers may start at once: migrations take a lock, and there is nothing to do for the second.
CMD ["sh", "-c", "node tools/prisma/migrate.mjs && exec node --import ./tools/bootstrap/hold-requests.mjs web/apps/web/server.js"]
