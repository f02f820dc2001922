#!/usr/bin/env bash
# Installs the command: from PACKAGE (a file or an address), from the release that the action was called at, or from the
# repository of the action. A release is 22 MB; PostgreSQL is optional in it, and neither check nor upload needs one.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
options=(--ignore-scripts --no-audit --no-fund)
package=${PACKAGE:-}
if [ -z "$package" ] && [[ "${ACTION_REF:-}" =~ ^v([0-9].*)$ ]]; then
  package="https://github.com/$ACTION_REPOSITORY/releases/download/$ACTION_REF/basecase-${BASH_REMATCH[1]}.tgz"
fi
if [ -z "$package" ]; then
  cd "$root"
  npm ci --omit=dev "${options[@]}"
  exit 0
fi
[ ! -e "$package" ] || package=$(realpath "$package")
npm install --prefix "$RUNNER_TEMP/basecase" --omit=optional "${options[@]}" "$package"
echo "command=$RUNNER_TEMP/basecase/node_modules/.bin/basecase" >> "$GITHUB_OUTPUT"
