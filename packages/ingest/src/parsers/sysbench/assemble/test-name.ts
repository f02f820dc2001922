import type { SysbenchLog } from '../log/sysbench-log';
import { isTpcc, TPCC_TEST } from '../log/tpcc';

/** Scripts that sysbench 1.x ships, to be found in names such as `pg.oltp_read_write.t4`. Longer ones first. */
const STOCK_SCRIPT =
  /(?:^|[._-])(oltp_(?:delete|insert|point_select|read_only|read_write|update_non_index|update_index|write_only)|bulk_insert|select_random_points|select_random_ranges)(?=$|[._-])/i;
/** Tests of 1.x whose logs do not name them. */
const SILENT_TEST = /(?:^|[._-])(threads|mutex)(?=$|[._-])/i;
const EXTENSION = /\.(?:txt|log|out|res|json|csv)$/i;
/** `sysbench.ro.16.res` pairs with `iostat.ro.16.res`, `Tier2G_RW_4th.sysbench.txt` with `Tier2G_RW_4th.vmstat.txt`. */
const TOOL_WORD = /(^|[._-])(?:sysbench|vmstat|iostat)(?=$|[._-])/i;
/** The scripts of 0.4 and 0.5 that run every mix of queries. */
const MIXED_SCRIPT = /^(?:oltp|oltp_simple)$/;

/**
 * The common part of the file names of one test when they follow no convention: the name without the tool's word and
 * the extension. Empty for `sysbench.txt`.
 *
 * @param base last part of the path, without `.gz`
 */
export function nameStem(base: string): string {
  return trimSeparators(
    base
      .replace(EXTENSION, '')
      .replace(TOOL_WORD, '$1')
      .replace(/([._-])[._-]+/, '$1'),
  );
}

/**
 * The test of a log whose name follows no convention: as the log says, by its options, its command line or the mode
 * that 0.4 prints; else by the words of its file name.
 *
 * @param stem what is left of the name of the file, see `nameStem`
 * @param path of the file within the upload
 */
export function testOfLog(log: SysbenchLog, stem: string, path: string): string {
  const { options, script } = log;
  if (options.phase === 'prepare') return 'prepare';
  if ((!log.summary || log.summary.isSql) && isTpcc(log, path)) return TPCC_TEST;
  if (options.type !== null && options.type !== 'oltp') return [options.type, ...options.words].join('_');
  if (script !== null) return withMode(script, log);
  if (options.words.length > 0) return ['oltp', ...options.words].join('.');
  return testOfName(stem, log);
}

function withMode(script: string, { readOnly, options }: SysbenchLog): string {
  if (!MIXED_SCRIPT.test(script)) return script;
  const words = options.words.length > 0 ? options.words : [readOnly ? 'ro' : 'rw'];
  return [script, ...words].join('.');
}

/** `sysbench.ro.16.res` of 16 threads is `oltp.ro`: the threads are the workload's, not the test's. */
function testOfName(stem: string, log: SysbenchLog): string {
  const script = STOCK_SCRIPT.exec(stem)?.[1]?.toLowerCase();
  if (script) return script;
  const words = trimSeparators(withoutThreads(stem, log.threads));
  if (log.summary && !log.summary.isSql) {
    return SILENT_TEST.exec(words)?.[1]?.toLowerCase() ?? (words || 'sysbench');
  }
  return words === '' ? 'oltp' : `oltp.${words}`;
}

/** Removes the last word that is the number of threads: `16`, `16th`, `t16`, `dop16`, `threads16`. */
function withoutThreads(stem: string, threads: number | null): string {
  if (threads === null) return stem;
  const word = new RegExp(
    `(?<=^|[._-])(?:t|th|thd|thr|threads|dop|c|clients)?${threads}(?:t|th|thd|thr|threads|c|clients)?(?=$|[._-])`,
    'gi',
  );
  const last = [...stem.matchAll(word)].at(-1);
  if (!last) return stem;
  const before = trimSeparators(stem.slice(0, last.index));
  const after = trimSeparators(stem.slice(last.index + last[0].length));
  return [before, after].filter((part) => part !== '').join('.');
}

function trimSeparators(text: string): string {
  return text.replace(/^[._-]+/, '').replace(/[._-]+$/, '');
}
