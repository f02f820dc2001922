#!/usr/bin/env bash
# Ends as FAIL_ON says for OUTCOME. It comes last, so that what failed is uploaded and commented on as well.
set -euo pipefail
case "$OUTCOME" in
  regression)
    [ "$FAIL_ON" = never ] || { echo '::error::A test is slower.'; exit 3; }
    ;;
  possible)
    # `possible` is the name that `likely` had.
    case "$FAIL_ON" in likely | possible)
      echo '::error::A test is likely slower.'
      exit 3
      ;;
    esac
    echo '::warning::A test is likely slower, which is not confirmed. Another run, or the next night, will tell.'
    ;;
  unreadable)
    echo '::error::Results could not be read, or there is nothing to judge them by.'
    exit 2
    ;;
esac
