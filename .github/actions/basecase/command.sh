# Sourced. Runs the command that install.sh has installed: COMMAND of a release, else that of the repository.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
basecase() {
  if [ -n "${COMMAND:-}" ]; then
    "$COMMAND" "$@"
  else
    (cd "$root" && npx --no-install basecase "$@")
  fi
}
