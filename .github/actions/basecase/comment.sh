#!/usr/bin/env bash
# Writes TABLE into the comment of this action on pull request NUMBER: the one that is there, or a new one.
set -euo pipefail
marker='<!-- basecase check -->'
body="${RUNNER_TEMP:-/tmp}/basecase-comment.md"
{
  echo "$marker"
  # GitHub takes 65,536 characters.
  head -c 60000 "$TABLE"
} > "$body"
comments="repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments"
id=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1)
if [ -n "$id" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$body" --silent
else
  gh api --method POST "$comments" --field "body=@$body" --silent
fi
