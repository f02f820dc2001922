import { type CounterSet, formatRatio, NO_VALUE, type RankedCounter, rankCounters } from '@basecase/analysis';
import type { CellCounters } from '@basecase/db/types';
import { lookUp } from '@basecase/ingest/model';
import { countText, groupDigits } from '../../text/words';

/** A cell and its base; null for the base where the cell is the base itself. */
interface CounterPair {
  cell: CellCounters;
  base: CellCounters | null;
}

export type CounterRow = ReturnType<typeof rowOf>;

export interface CountersModel {
  /** "412 read, largest change first". */
  says: string;
  /** The largest change in words; null when none moved. */
  sentence: string | null;
  rows: CounterRow[];
  /** All others, in the same order. */
  rest: CounterRow[];
  /** Ends of the scale of the bars: `½` and `2`. */
  scale: { low: string; high: string };
  /** The meaning of the numbers, and dumps that could not be used. */
  notes: string[];
  files: { artifactId: string; file: string }[];
}

/** Why there is nothing to show, and what to record for it. */
interface NoCounters {
  missing: string;
}

/** Rows that are shown before the reader asks for all. */
const SHOWN = 10;
/** A change of less is none: two runs of one version differ by as much. */
const MOVED = Math.log(1.03);
/** The scale of the bars ends at twice the base at least, and at 32 times at most. */
const [MIN_STEPS, MAX_STEPS] = [1, 5];

const HOW =
  'Write SHOW GLOBAL STATUS, or pg_stat_database, pg_stat_all_tables, pg_stat_io and pg_stat_wal by psql -x, to files before and after each test, next to its log: sb.gs.<test>… or status.before.txt and status.after.txt.';

/** Everything that the table of counters shows. */
export function countersModel(
  { cell, base }: CounterPair,
  names: { own: string; base: string },
): CountersModel | NoCounters {
  const [own, ofBase] = [toSet(cell), base && toSet(base)];
  if (own === null) return { missing: whyMissing(cell, names.own) };
  // Without the base there is nothing to compare: the counters are listed alone.
  const ranked = ofBase ? rankCounters(ofBase, own) : alone(own);
  const shown = ranked.slice(0, SHOWN);
  const steps = stepsOf(shown);
  const isOneView = new Set(ranked.map(({ view }) => view)).size === 1;
  const toRow = (counter: RankedCounter) => {
    const row = rowOf(counter, steps);
    return isOneView ? { ...row, view: '' } : row;
  };
  const from = isOneView ? `of ${ranked[0]?.view ?? ''} ` : '';
  const few = shown.filter(({ moved }) => moved >= MOVED).length;
  const still = ranked.filter(({ moved }) => moved < MOVED).length;
  return {
    says: ofBase
      ? `${countText(ranked.length, 'counter')} ${from}read, ${still} changed by less than 3% or count next to nothing; largest change first`
      : `${countText(ranked.length, 'counter')} ${from}read`,
    sentence: few > 0 && shown[0] ? sentenceOf(shown[0], names) : null,
    rows: shown.map(toRow),
    rest: ranked.slice(SHOWN).map(toRow),
    scale: steps === 1 ? { low: '½', high: '2' } : { low: `1/${2 ** steps}`, high: `${2 ** steps}` },
    notes: [
      ...(base && !ofBase ? [whyMissing(base, names.base)] : []),
      ...notesOf([cell, ...(base ? [base] : [])]),
    ],
    files: [cell, ...(base ? [base] : [])].flatMap(({ dumps }) =>
      dumps.flatMap(({ before, after }) => [before, after]),
    ),
  };
}

function toSet({ operations, counters }: CellCounters): CounterSet | null {
  return operations === null || counters.length === 0 ? null : { operations, counters };
}

function whyMissing({ runId, counters, unused, removed }: CellCounters, name: string): string {
  if (removed !== undefined) return `${name}: ${removed}`;
  if (runId === null) return `No counters were recorded for ${name}. ${HOW}`;
  const reasons = unused.map(({ file, reason }) => `${file}: ${reason}`).join('; ');
  if (counters.length === 0) return `The counters of ${name} can't be used: ${reasons || 'dumps are empty'}.`;
  return `The counters of ${name} can't be divided by its operations: its log does not say how long the test ran.`;
}

function alone({ operations, counters }: CounterSet): RankedCounter[] {
  return counters
    .map(({ change, ...counter }) => ({
      ...counter,
      base: null,
      own: change / operations,
      ratio: null,
      moved: 0,
    }))
    .sort((a, b) => b.own - a.own);
}

/** Powers of two that the scale reaches to each side. */
function stepsOf(shown: readonly RankedCounter[]): number {
  const finite = shown.flatMap(({ ratio }) =>
    ratio === null || ratio === 0 || ratio === Infinity ? [] : [Math.abs(Math.log2(ratio))],
  );
  return Math.min(MAX_STEPS, Math.max(MIN_STEPS, Math.ceil(Math.max(0, ...finite))));
}

function rowOf({ view, group, name, base, own, ratio }: RankedCounter, steps: number) {
  const of = [counterWords(name), group ?? ''].filter((text) => text !== '');
  return {
    key: JSON.stringify([view, group, name]),
    name,
    /** A short description with its object; empty if the name is clear. */
    words: of.join(', '),
    /** View that it was read from; empty where all are of one. */
    view,
    base: counterNumber(base),
    own: counterNumber(own),
    ratio: formatRatio(ratio),
    /** Bar on a scale with 1 in the middle, in percent of its width; null without a ratio. */
    bar: ratio === null ? null : barOf(ratio, steps),
  };
}

function barOf(ratio: number, steps: number) {
  // From 0, and to 0: as far as the scale goes.
  const power = ratio === 0 ? -Infinity : Math.log2(ratio);
  const end = Math.min(1, Math.max(-1, power / steps)) * 50;
  return { left: 50 + Math.min(0, end), width: Math.abs(end), isCut: Math.abs(power) > steps };
}

function sentenceOf({ name, base, own, ratio }: RankedCounter, names: { own: string; base: string }): string {
  const words = counterWords(name);
  const what = words === '' ? name : `${name} (${words})`;
  const change =
    ratio === Infinity || ratio === null
      ? `${counterNumber(own)} per operation, from none in ${names.base}`
      : `${formatRatio(ratio)} times that of ${names.base} per operation: ${counterNumber(base)} became ${counterNumber(own)}`;
  return `${what} is ${change}.`;
}

function notesOf(cells: readonly CellCounters[]): string[] {
  const unused = cells.flatMap((each) => each.unused.map(({ file, reason }) => `${file}: ${reason}.`));
  return [
    'Counted from the dump before the test to the dump after it, divided by throughput × measured time; warm-up is counted too. More or less of a counter is neither better nor worse, so counters have no colour.',
    ...unused,
  ];
}

/** Short descriptions of counters whose names need the manual. */
const WORDS: Readonly<Record<string, string>> = {
  // SHOW GLOBAL STATUS
  Innodb_log_writes: 'writes of the redo log',
  Innodb_log_write_requests: 'redo records',
  Innodb_os_log_written: 'bytes of redo',
  Innodb_os_log_fsyncs: 'fsyncs of the redo log',
  Innodb_log_waits: 'waits for room in the log buffer',
  Innodb_data_fsyncs: 'fsyncs',
  Innodb_data_reads: 'reads of files',
  Innodb_data_writes: 'writes of files',
  Innodb_data_read: 'bytes read',
  Innodb_data_written: 'bytes written',
  Innodb_dblwr_pages_written: 'pages through the doublewrite buffer',
  Innodb_pages_created: 'pages created',
  Innodb_pages_read: 'pages read',
  Innodb_pages_written: 'pages written',
  Innodb_buffer_pool_read_requests: 'page requests',
  Innodb_buffer_pool_reads: 'pages read as they were not cached',
  Innodb_buffer_pool_write_requests: 'page changes',
  Innodb_buffer_pool_wait_free: 'waits for a free page',
  Innodb_buffer_pool_pages_flushed: 'pages flushed',
  Innodb_row_lock_waits: 'waits for a row lock',
  Innodb_row_lock_time: 'ms waited for row locks',
  Innodb_rows_read: 'rows read',
  Innodb_rows_inserted: 'rows inserted',
  Innodb_rows_updated: 'rows changed',
  Innodb_rows_deleted: 'rows deleted',
  Binlog_cache_use: 'transactions in the binlog',
  Binlog_cache_disk_use: 'transactions too large for the binlog cache',
  Handler_read_key: 'rows looked up by key',
  Handler_read_next: 'rows read in order',
  Handler_read_rnd_next: 'rows read by table scans',
  Handler_commit: 'commits in the engines',
  Created_tmp_tables: 'temporary tables',
  Created_tmp_disk_tables: 'temporary tables on storage',
  Sort_rows: 'rows sorted',
  Table_locks_waited: 'waits for a table lock',
  Bytes_received: 'bytes from clients',
  Bytes_sent: 'bytes to clients',
  // pg_stat_*
  blks_read: 'blocks read',
  blks_hit: 'blocks found in shared buffers',
  tup_returned: 'rows read by scans',
  tup_fetched: 'rows fetched through indexes',
  xact_commit: 'commits',
  xact_rollback: 'rollbacks',
  temp_bytes: 'bytes of temporary files',
  buffers_checkpoint: 'buffers written by checkpoints',
  buffers_clean: 'buffers written by the background writer',
  buffers_backend: 'buffers written by backends',
  buffers_backend_fsync: 'fsyncs by backends',
  buffers_alloc: 'buffers allocated',
  buffers_written: 'buffers written by checkpoints',
  checkpoint_write_time: 'ms of writing in checkpoints',
  checkpoint_sync_time: 'ms of syncing in checkpoints',
  checkpoints_req: 'checkpoints asked for',
  checkpoints_timed: 'checkpoints by the clock',
  maxwritten_clean: 'rounds that the background writer stopped',
  wal_records: 'WAL records',
  wal_fpi: 'full page images in the WAL',
  wal_bytes: 'bytes of WAL',
  wal_buffers_full: 'writes as WAL buffers were full',
  wal_write: 'writes of the WAL',
  wal_sync: 'syncs of the WAL',
  n_tup_ins: 'rows inserted',
  n_tup_upd: 'rows changed',
  n_tup_hot_upd: 'rows changed in place (HOT)',
  n_tup_newpage_upd: 'rows changed onto another page',
  n_tup_del: 'rows deleted',
  n_dead_tup: 'dead rows left',
  seq_scan: 'table scans',
  seq_tup_read: 'rows read by table scans',
  idx_scan: 'index scans',
  idx_tup_read: 'index entries read',
  idx_tup_fetch: 'rows fetched through the index',
  vacuum_count: 'vacuums by hand',
  autovacuum_count: 'autovacuums',
  analyze_count: 'analyzes by hand',
  autoanalyze_count: 'autoanalyzes',
  evictions: 'buffers evicted',
  extends: 'blocks added to files',
  writebacks: 'writebacks asked for',
  hits: 'blocks found in shared buffers',
  reads: 'blocks read',
  writes: 'blocks written',
};

/** Empty where the name says enough. */
function counterWords(name: string): string {
  return lookUp(WORDS, name) ?? '';
}

const DIGITS = 3;
/** Under it numbers are written with an exponent: zeros would fill the column. */
const SMALLEST = 1e-5;

/** A count per operation with three significant digits: 0.0412, 2.31, 612, 12 345; a dash where there is none. */
export function counterNumber(value: number | null): string {
  if (value === null) return NO_VALUE;
  if (value === 0) return '0';
  if (value < SMALLEST) return value.toExponential(1);
  if (value >= 10 ** DIGITS) return groupDigits(Math.round(value));
  const decimals = Math.max(0, DIGITS - 1 - Math.floor(Math.log10(value)));
  const text = value.toFixed(decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
