import { parseNumber } from '../../../text/finite';
import { textLines } from '../../text-lines';
import { contextParser } from '../facts';
import type { MysqlStatusLog } from './mysql-status-log';
import { HEAD_LINES, newPairReader, PAIR_NEXT, PAIR_START } from './name-value-pairs';

/** Names that every server's status begins with, by alphabet. */
const FIRST_NAMES = new RegExp(
  `${PAIR_START}(?:Aborted_clients|Access_denied_errors|Acl_cache_items_count|Binlog_cache_disk_use)${PAIR_NEXT}`,
  'm',
);
const FSYNCS = 'Innodb_data_fsyncs';
const WRITES = 'Innodb_data_writes';
const LETTER_I = 73;
const LOWER_V = 118;

/** SHOW GLOBAL STATUS: `sb.gs.<test>...`, `o.<sfx>.sgs`, `Tier12G.status.txt`. */
export const mysqlStatus = contextParser({
  kind: 'mysql_status',
  name: /^(?:sb|o)\.(?:[\w.]+\.)?s?gs\d?(?:\.|$)/,
  headLines: HEAD_LINES,
  content: FIRST_NAMES,
  hasDetails: true,
  /** Takes the two counters. Without details it looks at one byte of all other lines. */
  open(_, details) {
    const pairs = newPairReader();
    let fsyncs: MysqlStatusLog['dataFsyncs'] = null;
    let writes: MysqlStatusLog['dataWrites'] = null;

    const read = textLines(8192, (text, { line }) => {
      const pair = pairs.read(text);
      if (!pair) return;
      details?.facts.add({ ...pair, line });
      if (pair.name === FSYNCS) fsyncs = toCounter(pair.value, line);
      else if (pair.name === WRITES) writes = toCounter(pair.value, line);
    });

    return {
      line(bytes, start, end, line) {
        let at = start;
        // `| ` of a table, blanks of the vertical form.
        while (at < end && (bytes[at] === 32 || bytes[at] === 124)) at += 1;
        const isOther = bytes[at] !== LETTER_I && ((bytes[at] ?? 0) | 32) !== LOWER_V;
        if (details || !isOther) read(bytes, start, end, line);
      },
      end(): MysqlStatusLog | null {
        if (fsyncs && writes && writes.value !== 0) {
          const number = fsyncs.value / writes.value;
          const fact = { group: 'computed', name: 'fsyncs_per_write', value: number.toFixed(3), number };
          details?.facts.add({ ...fact, line: writes.line });
        }
        return fsyncs || writes ? { type: 'mysql_status', dataFsyncs: fsyncs, dataWrites: writes } : null;
      },
    };
  },
});

function toCounter(text: string, line: number): MysqlStatusLog['dataWrites'] {
  const value = parseNumber(text.trim());
  return value === null ? null : { value, line };
}
