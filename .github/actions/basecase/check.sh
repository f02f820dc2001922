#!/usr/bin/env bash
# Judges RESULTS against BASE. Writes the table, says where it is, and never fails because of what it found.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
table="${RUNNER_TEMP:-/tmp}/basecase-check.md"

if [ -z "$BASE" ]; then
  echo 'outcome=skipped' >> "$GITHUB_OUTPUT"
  exit 0
fi

# The command is started in its own repository; paths are those of the workflow's workspace.
args=("$(realpath "$BASE")" "$(realpath "$RESULTS")" --format md)
[ "$FAIL_ON" = possible ] && args+=(--fail-on possible)
noise=()
while IFS= read -r path; do
  [ -z "$path" ] || noise+=("$(realpath "$path")")
done <<< "$NOISE"
[ ${#noise[@]} -eq 0 ] || args+=(--noise "${noise[@]}")

code=0
(cd "$root" && npx --no-install basecase check "${args[@]}") > "$table" || code=$?
case $code in
  0) outcome=passed ;;
  2) outcome=unreadable ;;
  3) outcome=regression ;;
  *) exit "$code" ;;
esac
{
  echo "outcome=$outcome"
  echo "table=$table"
} >> "$GITHUB_OUTPUT"
cat "$table" >> "${GITHUB_STEP_SUMMARY:-/dev/stdout}"
