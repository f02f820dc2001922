#!/usr/bin/env bash
# Sends RESULTS to the server at URL. The token is in BASECASE_TOKEN, where no list of processes shows it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
args=("$(realpath "$RESULTS")" --url "$URL")
[ -z "$SERVER" ] || args+=(--server "$SERVER")
[ -z "${CAMPAIGN:-}" ] || args+=(--campaign "$CAMPAIGN")
cd "$root"
npx --no-install basecase upload "${args[@]}"
