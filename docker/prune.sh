#!/bin/sh
# Lays out what each of the workspaces needs to run, below /pruned: first `json` (the manifests and a lock file, which
# decide an installation), then `full` (the sources).
set -eu
export TURBO_TELEMETRY_DISABLED=1
for workspace; do
  out="/pruned/$workspace"
  turbo prune "@errand/$workspace" --production --docker --use-gitignore=false --out-dir "$out" >/dev/null
  find "$out/full" \( -name node_modules -o -name test -o -name turbo.json -o -name .gitignore -o -name '*.test.ts' \) \
    -prune -exec rm -r {} +
  cp docker/healthcheck.js "$out/full"
  # npm would look for what was pruned away, although it installs none of it.
  for manifest in $(cd "$out/full" && find . -name package.json); do
    (cd "$(dirname "$out/full/$manifest")" && npm pkg delete devDependencies scripts)
    cp "$out/full/$manifest" "$out/json/$manifest"
  done
done
