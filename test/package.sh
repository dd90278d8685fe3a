#!/usr/bin/env bash
# The packed tarball installs and runs in an empty folder, from the command line and as a library.
set -euo pipefail
home=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$home"
npm pack --silent --pack-destination "$work" >/dev/null
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ./levada-*.tgz
npx --no-install levada --version
npx --no-install levada demo --root demo --json | tail -n 1
cat >use.mjs <<'JS'
import { defineSource, ingest, status } from "levada";
if (typeof ingest !== "function" || typeof status !== "function" || typeof defineSource !== "function") process.exit(1);
JS
./node_modules/.bin/node use.mjs
test -f node_modules/levada/dist/index.d.ts
echo "the packed levada installs and runs"
