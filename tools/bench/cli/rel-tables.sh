#!/bin/bash
# The peer of `basecase compare --metric all`: tables of what a test cost per operation, absolute and relative to the first
# run directory, made with awk, as people make them who have no tool for it.
#
#   rel-tables.sh DEVICE BASE OTHER...
#
# Needs logs of one host (vmstat and iostat with a sample a second), one device that holds the data, and names as sysbench's
# run scripts give them. Reads sb.o, sb.vm and sb.io, and no other file.
set -euo pipefail
export LC_ALL=C
device=$1
shift

# Prints: cpu/o cs/o r/o rKB/o wKB/o o/s of one test in one run directory.
numbers() {
  local directory=$1 name=$2
  local qps vm io
  qps=$(awk '/^    queries: / { gsub(/\(/, "", $3); q = $3 } END { print q + 0 }' "$directory/sb.o.$name")
  # The first row is a mean since boot.
  vm=$(awk '/^ *[0-9]/ { if (n++) { cs += $12; cpu += $13 + $14 } } END { print cs / (n - 1), cpu / (n - 1) }' "$directory/sb.vm.$name")
  # So is the first report.
  io=$(awk -v device="$device" '$1 == device { if (n++) { r += $2; rkb += $3; wkb += $9 } } END { print r / (n - 1), rkb / (n - 1), wkb / (n - 1) }' "$directory/sb.io.$name")
  echo "$qps $vm $io" | awk '{ print $3 / $1, $2 / $1, $4 / $1, $5 / $1, $6 / $1, $1 }'
}

for log in "$1"/sb.o.*.range*; do
  name=${log##*/sb.o.}
  printf '%s\n--- absolute\ncpu/o\tcs/o\tr/o\trKB/o\twKB/o\to/s\tdbms\n' "$name"
  absolute=$(for directory in "$@"; do
    [ -e "$directory/sb.o.$name" ] && echo "$(numbers "$directory" "$name") ${directory##*/}"
  done)
  echo "$absolute" | awk '{ printf "%.6f\t%.3f\t%.3f\t%.3f\t%.3f\t%.0f\t%s\n", $1, $2, $3, $4, $5, $6, $7 }'
  echo '--- relative to first result'
  echo "$absolute" | awk '
    NR == 1 { for (i = 1; i <= 6; i++) base[i] = $i; next }
    { for (i = 1; i <= 6; i++) printf "%s\t", base[i] == 0 ? ($i == 0 ? 1 : "inf") : sprintf("%.2f", $i / base[i]); print $7 }'
  echo
done
