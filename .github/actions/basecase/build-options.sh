# Sourced. Which build was measured, as options of the command: sets the array build_options from COMMIT, BRANCH and
# COMMITTED_AT. Without a time it is that of the commit, where the workspace has it.
build_options=()
if [ -n "${COMMIT:-}" ] && [ "$COMMIT" != none ]; then
  build_options+=(--commit "$COMMIT")
  [ -z "${BRANCH:-}" ] || build_options+=(--branch "$BRANCH")
  committed_at=${COMMITTED_AT:-$(git log -1 --format=%cI "$COMMIT" 2>/dev/null || true)}
  if [ -n "$committed_at" ]; then
    build_options+=(--committed-at "$committed_at")
  else
    echo "::notice::The commit time of $COMMIT is unknown: it is ordered by when it was measured. Set committed-at." >&2
  fi
fi
