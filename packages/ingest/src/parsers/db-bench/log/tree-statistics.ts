import { toFinite } from '../../../text/finite';
import { withoutNumbers } from '../../../text/value-lines';
import type { NumberAt } from '../../number-line';
import { GIB, MIB, toBytes } from '../sizes';

/** Values of one dump of `stats`, cumulative since the database was opened. Absent: not printed. */
export interface TreeStatistics {
  line: number;
  lineEnd: number;
  /** Size of the LSM tree, from the Sum row, in bytes. */
  lsmBytes?: NumberAt;
  blobBytes?: NumberAt;
  /** The W-Amp column of the Sum row. */
  sumWriteAmplification?: NumberAt;
  compactionSeconds?: NumberAt;
  compactionCpuSeconds?: NumberAt;
  uptimeSeconds?: NumberAt;
  /** GB of 2^30 bytes, as printed. */
  flushGb?: NumberAt;
  compactionGb?: NumberAt;
  ingestGb?: NumberAt;
  /** Bytes per second. */
  compactionRate?: NumberAt;
  intervalCompactionRate?: NumberAt;
  /** All counts that RocksDB counts as a stall. */
  stalls?: NumberAt;
  stallPercent?: NumberAt;
  intervalStallPercent?: NumberAt;
}

type Key = Exclude<keyof TreeStatistics, 'line' | 'lineEnd'>;

/** `** Compaction Stats [default] **`, once for the levels and once for the priorities. */
const HEADING = /^\*\* Compaction Stats \[(.{1,60})\] \*\*$/;
const UPTIME = /^Uptime\(secs\): (\d+(?:\.\d+)?) total,/;
const FLUSH = /^Flush\(GB\): cumulative (\d+(?:\.\d+)?),/;
const COMPACTION =
  /^(Cumulative|Interval) compaction: (\d+(?:\.\d+)?) GB write, (\d+(?:\.\d+)?) MB\/s write,/;
const INGEST = /^Cumulative writes: .{0,200}\bingest: (\d+(?:\.\d+)?) (MB|GB),/;
const STALL = /^(Cumulative|Interval) stall: \S+ H:M:S, (\d+(?:\.\d+)?) percent/;
const BLOB = /^Blob file count: \d+, total size: (\d+(?:\.\d+)?) GB/;
/** Up to RocksDB 8.3. Those `_with_compaction` are part of those without. */
const STALL_COUNTS =
  /(?<![.\w])(\d+) (?:level0_slowdown|level0_numfiles|stop for pending_compaction_bytes|slowdown for pending_compaction_bytes|memtable_compaction|memtable_slowdown)(?:,|$)/g;
/** Since RocksDB 8.4: `Write Stall (count): ..., total-delays: 0, total-stops: 0`. */
const STALL_TOTALS = /\btotal-(?:delays|stops): (\d+)(?![.\w])/g;

/** Columns of the Sum row. */
const SUM_CELLS = [
  ['sumWriteAmplification', 'W-Amp'],
  ['compactionSeconds', 'Comp(sec)'],
  ['compactionCpuSeconds', 'CompMergeCPU(sec)'],
] as const;

/** Lines of a dump with numbers that are read one by one; of the Sum row every column that is known. */
export const TREE_LINES: readonly RegExp[] = [UPTIME, FLUSH, COMPACTION, INGEST, STALL, BLOB];

/**
 * Reads dumps of `stats`, line by line.
 *
 * @param onUnreadable receives lines with unreadable values
 */
export function readTrees(onUnreadable: (line: number, text: string) => void) {
  let current: TreeStatistics | null = null;
  let header: string[] | null = null;
  /** Other column families have a dump each; db_bench writes to the default one. */
  let isDefault = true;
  /** The line after the heading of a table is its first one, and no table is without a heading once one had it. */
  let heading: 'never' | 'just' | 'before' = 'never';

  const readLine = (dump: TreeStatistics, text: string, line: number) => {
    const set = (key: Key, value: number | null | undefined, factor = 1) => {
      if (value === null || value === undefined || dump[key] !== undefined) return;
      if (!Number.isFinite(value * GIB)) return;
      dump[key] = { value: value * factor, line };
      dump.lineEnd = line;
    };
    const unreadable = () => onUnreadable(line, text);
    switch (text.charCodeAt(0)) {
      case 32: // ' Sum'
        if (text.startsWith(' Sum ') && header) {
          if (!readSum(header, text, set)) unreadable();
        }
        break;
      case 85: // U
        set('uptimeSeconds', toFinite(UPTIME.exec(text)?.[1]));
        break;
      case 70: // F
        set('flushGb', toFinite(FLUSH.exec(text)?.[1]));
        break;
      case 66: // B
        set('blobBytes', toFinite(BLOB.exec(text)?.[1]), GIB);
        break;
      case 83: // S
        if (text.startsWith('Stalls(count):')) {
          if (isWhole(text, STALL_COUNTS)) set('stalls', sumOf(text, STALL_COUNTS));
          else unreadable();
        }
        break;
      case 87: // W
        if (text.startsWith('Write Stall (count):')) {
          if (isWhole(text, STALL_TOTALS)) set('stalls', sumOf(text, STALL_TOTALS));
          else unreadable();
        }
        break;
      case 67: // C
      case 73: // I
        readRates(text, set);
        break;
    }
  };

  /** ` Sum     11/11  345.56 MB   0.0 ...`: the size is two words, so columns after it are one further right. False when one can't be read. */
  const readSum = (
    columns: readonly string[],
    text: string,
    set: (key: Key, value: number | null) => void,
  ): boolean => {
    const cells = text.trim().split(/\s+/);
    const at = columns.indexOf('Size');
    const cell = (name: string) => {
      const index = columns.indexOf(name);
      return index < 0 ? null : toFinite(cells[index > at ? index + 1 : index]);
    };
    // A cell that is missing would move the ones after it.
    if (cells.length !== columns.length + 1) return false;
    const size = toBytes(`${cells[at]}${cells[at + 1]}`);
    set('lsmBytes', size);
    return (
      SUM_CELLS.every(([key, name]) => {
        const value = cell(name);
        set(key, value);
        return value !== null || !columns.includes(name);
      }) && size !== null
    );
  };

  return {
    /**
     * @param text a line of the log, latin1
     * @returns true when the line starts a new dump, of which `dump` has the values from now on
     */
    line(text: string, line: number): boolean {
      const family = HEADING.exec(text)?.[1];
      const isTable = text.startsWith('Level ') && text.includes(' Score ');
      if (heading === 'just' ? !isTable && !text.startsWith('Priority ') : heading === 'before' && isTable) {
        onUnreadable(line, text);
        [isDefault, current] = [false, null];
      }
      if (heading !== 'never') heading = 'before';
      if (family !== undefined) {
        heading = 'just';
        isDefault = family === 'default';
        if (!isDefault) current = null;
      } else if (isDefault && isTable) {
        header = text.trim().split(/\s+/);
        current = { line, lineEnd: line };
        return true;
      }
      if (current) readLine(current, text, line);
      return false;
    },
    /** The dump being read; its values arrive line by line. */
    get dump(): TreeStatistics | null {
      return current;
    },
    /** Nothing that follows belongs to the dump. */
    close(): void {
      current = null;
    },
  };
}

function readRates(text: string, set: (key: Key, value: number | null, factor?: number) => void): void {
  const [, since, written, rate] = COMPACTION.exec(text) ?? [];
  if (since === 'Cumulative') {
    set('compactionGb', toFinite(written));
    set('compactionRate', toFinite(rate), MIB);
  } else if (since === 'Interval') {
    set('intervalCompactionRate', toFinite(rate), MIB);
  }
  const [, stallSince, percent] = STALL.exec(text) ?? [];
  if (stallSince) {
    set(stallSince === 'Interval' ? 'intervalStallPercent' : 'stallPercent', toFinite(percent));
  }
  const [, ingest, unit] = INGEST.exec(text) ?? [];
  set('ingestGb', toFinite(ingest), unit === 'MB' ? 1 / 1024 : 1);
}

function sumOf(text: string, pattern: RegExp): number | null {
  const counts = [...text.matchAll(pattern)].map(([, count]) => Number(count));
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.length === 0 || !Number.isSafeInteger(sum) ? null : sum;
}

/** False when a count of the line is not a usable number. */
function isWhole(text: string, pattern: RegExp): boolean {
  const form = new RegExp(withoutNumbers(pattern).source, 'g');
  const names = [...text.matchAll(form)].length;
  return [...text.matchAll(pattern)].length === names && (names === 0 || sumOf(text, pattern) !== null);
}
