#!/usr/bin/env bash
# Sends RESULTS to the server at URL. The token is in BASECASE_TOKEN, where no list of processes shows it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/command.sh"
. "$here/build-options.sh"
args=("$(realpath "$RESULTS")" --url "$URL")
[ ${#build_options[@]} -eq 0 ] || args+=("${build_options[@]}")
[ -z "$SERVER" ] || args+=(--server "$SERVER")
[ -z "${CAMPAIGN:-}" ] || args+=(--campaign "$CAMPAIGN")
basecase upload "${args[@]}"
