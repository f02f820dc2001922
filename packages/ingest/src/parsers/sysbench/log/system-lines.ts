import type { SummaryField } from './sysbench-log';

type SetField = (field: SummaryField, value: string | number | undefined) => void;

/** The memory test: `Total operations: 2097152 (2821986.79 per second)`; 0.4 and 0.5 `Operations performed: 5 (7.5 ops/sec)`. */
const OPERATIONS =
  /^(?:Total operations|Operations performed): +(\d+) \( *(\d+(?:\.\d+)?) (?:per second|ops\/sec)\)$/;
/** `2048.00 MiB transferred (2755.85 MiB/sec)`. What 0.4 and 0.5 call MB is 1,048,576 bytes too. */
const TRANSFERRED = /^(\d+(?:\.\d+)?) Mi?B transferred \((\d+(?:\.\d+)?) Mi?B\/sec\)$/;

/** The file test of 1.1: `         read:  IOPS=4107.55 64.18 MiB/s (67.30 MB/s)`, `         fsync: IOPS=8767.38`. */
const IOPS = /^ {9}(read|write|fsync): +IOPS=(\d+(?:\.\d+)?)(?: (\d+(?:\.\d+)?) MiB\/s \(.*\))?$/;
const IOPS_FIELDS: Record<string, readonly [rate: SummaryField, bandwidth: SummaryField | null]> = {
  read: ['readsPerS', 'readMibPerS'],
  write: ['writesPerS', 'writtenMibPerS'],
  fsync: ['fsyncsPerS', null],
};

/** The file test of 0.4 and 0.5: `  312.54 Requests/sec executed`: reads and writes, fsync left out. */
const REQUESTS = /^ *(\d+(?:\.\d+)?) Requests\/sec executed$/;
/** `Read 93.75Mb  Written 62.5Mb  Total transferred 156.25Mb  (4.8834Mb/sec)`; Mb is 1,048,576 bytes. */
const MOVED = /^Read \S+ +Written \S+ +Total transferred \S+ +\((\d+(?:\.\d+)?)([KMG]?)b\/sec\)$/;
const MEBIBYTES: Record<string, number> = { K: 1 / 1024, M: 1, G: 1024, '': 1 / 1024 / 1024 };

/** `33554432 bytes written in 0.05 seconds (706.65 MiB/sec).`, the last line of `sysbench fileio prepare`. */
const PREPARED = /^\d+ bytes written in \d+(?:\.\d+)? seconds \((\d+(?:\.\d+)?) Mi?B\/sec\)\.$/;

/** Lines with numbers that only the tests of memory and files print. */
export const SYSTEM_LINES: readonly RegExp[] = [OPERATIONS, TRANSFERRED, IOPS, REQUESTS, MOVED, PREPARED];

/** Reads the lines that only the tests of memory and files print. */
export function readSystemLine(text: string, set: SetField): void {
  if (!text.startsWith(' ')) readPlainLine(text, set);
  else if (text.includes('IOPS=')) readIops(text, set);
  else if (text.endsWith('executed')) set('rwRequestsPerS', REQUESTS.exec(text)?.[1]);
}

function readPlainLine(text: string, set: SetField): void {
  const operations = OPERATIONS.exec(text);
  const moved = MOVED.exec(text);
  if (operations) {
    set('operations', operations[1]);
    set('operationsPerS', operations[2]);
  } else if (moved) {
    set('mibPerS', Number(moved[1]) * (MEBIBYTES[moved[2] ?? ''] ?? Number.NaN));
  } else {
    const [, transferred, rate] = TRANSFERRED.exec(text) ?? [];
    set('transferredMib', transferred);
    set('mibPerS', rate);
  }
}

function readIops(text: string, set: SetField): void {
  const [, kind = '', rate, bandwidth] = IOPS.exec(text) ?? [];
  const fields = IOPS_FIELDS[kind];
  if (!fields) return;
  set(fields[0], rate);
  if (fields[1]) set(fields[1], bandwidth);
}

/** MiB/s of the last line of a load of files, null for any other line. */
export function readPreparedRate(text: string): number | null {
  const rate = PREPARED.exec(text)?.[1];
  return rate === undefined ? null : Number(rate);
}
