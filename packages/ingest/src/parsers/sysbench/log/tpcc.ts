import type { SysbenchLog } from './sysbench-log';

/** Name of the test of Percona's Lua scripts (github.com/Percona-Lab/sysbench-tpcc). */
export const TPCC_TEST = 'tpcc';
/** `res-tpcc-8.0.21/thr56/res.txt`: a word of the path. */
const WORD = /(?:^|[/._-])tpcc(?=$|[/._-])/i;
/** A script that sysbench ships, in a directory of both. */
const STOCK = /oltp_[a-z]/i;

/**
 * True for a run of TPC-C, by its command line or the head of its log. On MySQL the scripts print no
 * name, so a log without a command line is recognized by a word of its path.
 *
 * @param path of the file within the upload
 */
export function isTpcc({ options, script }: Pick<SysbenchLog, 'options' | 'script'>, path: string): boolean {
  if (options.type !== null) return options.type === 'tpcc';
  return script === null ? WORD.test(path) && !STOCK.test(path) : script === TPCC_TEST;
}
