# Targets: gateway, runs, runbooks, executor, migrate; proxy and shop for Compose.
# Only the dashboard is built: the services run their TypeScript, see docs/adr/0006-no-build-step.md.
FROM node:24-bookworm-slim AS base

# Only what decides an installation, so that a change of sources reuses it.
FROM base AS manifests
WORKDIR /errand
COPY . .
RUN mkdir /manifests && cp package-lock.json /manifests \
 && find . -name package.json -exec cp --parents -t /manifests {} +

FROM base AS workspace
WORKDIR /errand
ENV PATH=/errand/node_modules/.bin:$PATH
COPY --from=manifests /manifests .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/generate.ts && docker/prune.sh gateway runs runbooks-service executor service-kit demo-shop

# The bundle that the gateway serves.
FROM workspace AS dashboard
RUN npm run build --workspace @errand/dashboard

FROM base AS installer
WORKDIR /errand
COPY docker/install.sh /usr/local/bin/install-production

FROM installer AS gateway-installation
COPY --from=workspace /pruned/gateway/json .
RUN --mount=type=cache,target=/root/.npm install-production

FROM installer AS runs-installation
COPY --from=workspace /pruned/runs/json .
RUN --mount=type=cache,target=/root/.npm install-production

FROM installer AS runbooks-installation
COPY --from=workspace /pruned/runbooks-service/json .
RUN --mount=type=cache,target=/root/.npm install-production

# Debian's Chromium takes the place of npm's.
FROM installer AS executor-installation
COPY --from=workspace /pruned/executor/json .
RUN --mount=type=cache,target=/root/.npm install-production && rm -r node_modules/@sparticuz

FROM installer AS migrate-installation
COPY --from=workspace /pruned/service-kit/json .
RUN --mount=type=cache,target=/root/.npm install-production

# The user `node` by number, so that Kubernetes can tell that it is not root. A read-only root file system will do; the
# executor needs a writable /tmp.
FROM base AS runtime
WORKDIR /errand
ENV NODE_ENV=production ERRAND_HOST=0.0.0.0 ERRAND_PORT=8080
RUN mkdir -p /var/lib/errand/artifacts compiled && chown -R 1000:1000 /var/lib/errand compiled
# Loading a service without running it compiles it: a start takes half the time then, and 20 MB less.
ENV NODE_COMPILE_CACHE=/errand/compiled
USER 1000:1000
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=10s --retries=5 --start-period=90s --start-interval=2s CMD ["node", "/errand/healthcheck.js"]
ENTRYPOINT ["node"]
LABEL org.opencontainers.image.vendor="Errand" org.opencontainers.image.licenses="UNLICENSED"

FROM runtime AS gateway
COPY --from=gateway-installation /errand .
COPY --from=workspace /pruned/gateway/full .
COPY --from=dashboard /errand/apps/dashboard/dist dashboard
ENV ERRAND_DASHBOARD_DIR=/errand/dashboard
RUN node --import ./apps/gateway/src/main.ts --eval ''
CMD ["apps/gateway/src/main.ts"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="errand-gateway" \
      org.opencontainers.image.description="Public surface, identity, keys and limits of Errand" \
      org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"

FROM runtime AS runs
COPY --from=runs-installation /errand .
COPY --from=workspace /pruned/runs/full .
RUN node --import ./apps/runs/src/main.ts --eval ''
CMD ["apps/runs/src/main.ts"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="errand-runs" \
      org.opencontainers.image.description="The life of a Run of Errand" \
      org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"

FROM runtime AS runbooks
COPY --from=runbooks-installation /errand .
COPY --from=workspace /pruned/runbooks-service/full .
RUN node --import ./apps/runbooks/src/main.ts --eval ''
CMD ["apps/runbooks/src/main.ts"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="errand-runbooks" \
      org.opencontainers.image.description="Definitions and revisions of Errand" \
      org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"

# tini reaps what a killed browser leaves behind; node has the signals all the same.
FROM runtime AS browser
USER root
RUN --mount=type=cache,target=/var/cache/apt,sharing=locked --mount=type=cache,target=/var/lib/apt,sharing=locked \
    rm -f /etc/apt/apt.conf.d/docker-clean && apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-liberation tini
USER 1000:1000
# Not /usr/bin/chromium-headless-shell, which is a shell script.
ENV ERRAND_BROWSER_PATH=/usr/lib/chromium/chromium-headless-shell HOME=/tmp
ENTRYPOINT ["tini", "--", "node"]

# Pages look names up on these threads, a quarter of them at once.
FROM browser AS executor
ENV UV_THREADPOOL_SIZE=16
COPY --from=executor-installation /errand .
COPY --from=workspace /pruned/executor/full .
RUN node --import ./apps/executor/src/main.ts --eval ''
CMD ["apps/executor/src/main.ts"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="errand-executor" \
      org.opencontainers.image.description="Carries out the Runs of Errand in Chromium" \
      org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"

# One-shot jobs: `node scripts/migrate.ts apply <service>`.
FROM runtime AS migrate
COPY --from=migrate-installation /errand .
COPY --from=workspace /pruned/service-kit/full .
COPY --from=workspace /errand/apps/gateway/prisma apps/gateway/prisma
COPY --from=workspace /errand/apps/runs/prisma apps/runs/prisma
COPY --from=workspace /errand/apps/runbooks/prisma apps/runbooks/prisma
COPY scripts/migrate.ts scripts/
COPY docker/make-secrets.ts docker/
HEALTHCHECK NONE
CMD ["scripts/migrate.ts"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="errand-migrate" \
      org.opencontainers.image.description="Migrations of the databases of Errand" \
      org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"

# The demonstration shop, a site for Runs.
FROM runtime AS shop
COPY --from=workspace /pruned/demo-shop/full .
HEALTHCHECK --interval=10s --timeout=10s --retries=5 --start-period=30s --start-interval=2s CMD ["node", "/errand/healthcheck.js", "/"]
CMD ["packages/demo-shop/src/main.ts"]
LABEL org.opencontainers.image.title="errand-shop"

FROM runtime AS proxy
USER root
RUN --mount=type=cache,target=/var/cache/apt,sharing=locked --mount=type=cache,target=/var/lib/apt,sharing=locked \
    rm -f /etc/apt/apt.conf.d/docker-clean && apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends haproxy
USER 1000:1000
COPY docker/healthcheck.js .
COPY docker/proxy/haproxy.cfg /etc/haproxy/haproxy.cfg
# Lets requests end; SIGTERM would cut them.
STOPSIGNAL SIGUSR1
ENTRYPOINT ["haproxy", "-db", "-f", "/etc/haproxy/haproxy.cfg"]
CMD []
LABEL org.opencontainers.image.title="errand-proxy"
