#!/usr/bin/env bash
# Judges RESULTS against BASE, or by the past nights of AGAINST. Writes the table, says where it is, and never fails
# because of what it found.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/command.sh"
table="${RUNNER_TEMP:-/tmp}/basecase-check.md"
AGAINST=${AGAINST:-}

skip() {
  echo 'outcome=skipped' >> "$GITHUB_OUTPUT"
  exit 0
}

[ -n "$BASE$AGAINST" ] || skip
if [ -n "$BASE" ] && [ -n "$AGAINST" ]; then
  echo '::error::Set base or against, not both.'
  exit 1
fi

# The command is started in its own repository; paths are those of the workflow's workspace.
if [ -n "$BASE" ]; then
  args=("$(realpath "$BASE")" "$(realpath "$RESULTS")")
else
  case $AGAINST in
    http://* | https://*) against=$AGAINST ;;
    *)
      # The first night has none before it: nothing was cached yet.
      if [ -z "$(ls -A "$AGAINST" 2>/dev/null)" ]; then
        echo "::notice::There are no past nights in $AGAINST yet."
        skip
      fi
      against=$(realpath "$AGAINST")
      ;;
  esac
  . "$here/build-options.sh"
  args=("$(realpath "$RESULTS")" --against "$against")
  [ ${#build_options[@]} -eq 0 ] || args+=("${build_options[@]}")
  [ -z "${SERVER:-}" ] || args+=(--server "$SERVER")
fi
[ -z "${MACHINE:-}" ] || args+=(--machine "$MACHINE")
noise=()
while IFS= read -r path; do
  [ -z "$path" ] || noise+=("$(realpath "$path")")
done <<< "$NOISE"
[ ${#noise[@]} -eq 0 ] || args+=(--noise "${noise[@]}")

code=0
basecase check "${args[@]}" --format md > "$table" || code=$?
case $code in
  0) outcome=passed ;;
  2 | 5) outcome=unreadable ;;
  3) outcome=regression ;;
  4) outcome=possible ;;
  *) exit "$code" ;;
esac
{
  echo "outcome=$outcome"
  echo "table=$table"
} >> "$GITHUB_OUTPUT"
cat "$table" >> "${GITHUB_STEP_SUMMARY:-/dev/stdout}"
