#!/bin/sh
# Installs what production needs, then leaves out what only describes it, and Prisma's engines for other databases.
set -eu
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
find . \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -type f -delete
find . -path '*/@prisma/client/runtime/*' -name '*compiler*' \
  \( -name '*.cockroachdb.*' -o -name '*.mysql.*' -o -name '*.sqlite.*' -o -name '*.sqlserver.*' \) -delete
