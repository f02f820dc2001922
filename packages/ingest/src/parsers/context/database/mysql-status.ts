import { toNumber } from '../../../files/details-builder';
import type { ParseSession } from '../../parser';
import { contextParser, factsOf } from '../facts';
import type { MysqlStatusLog } from './mysql-status-log';
import { HEAD_LINES, PAIR_NEXT, PAIR_START, PairReader } from './name-value-pairs';

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
  open: () => new StatusSession(),
  details: factsOf((facts) => {
    const pairs = new PairReader();
    let fsyncs: number | null = null;
    let writes: { value: number | null; line: number } = { value: null, line: 0 };
    return {
      line(text, line) {
        const pair = pairs.read(text);
        if (!pair) return;
        facts.add({ ...pair, line });
        if (pair.name === FSYNCS) fsyncs = toNumber(pair.value);
        if (pair.name === WRITES) writes = { value: toNumber(pair.value), line };
      },
      end() {
        if (fsyncs === null || writes.value === null || writes.value === 0) return;
        const ratio = fsyncs / writes.value;
        facts.add({
          group: 'computed',
          name: 'fsyncs_per_write',
          value: ratio.toFixed(3),
          number: ratio,
          line: writes.line,
        });
      },
    };
  }),
});

/** Takes the two counters; of all other lines it looks at one byte. */
class StatusSession implements ParseSession {
  readonly #pairs = new PairReader();
  #fsyncs: MysqlStatusLog['dataFsyncs'] = null;
  #writes: MysqlStatusLog['dataWrites'] = null;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    let at = start;
    // `| ` of a table, blanks of the vertical form.
    while (at < end && (bytes[at] === 32 || bytes[at] === 124)) at += 1;
    const first = (bytes[at] ?? 0) | 32;
    if (bytes[at] !== LETTER_I && first !== LOWER_V) return;
    const pair = this.#pairs.read(bytes.toString('latin1', start, Math.min(end, start + 300)));
    if (pair?.name === FSYNCS) this.#fsyncs = toCounter(pair.value, lineNumber);
    else if (pair?.name === WRITES) this.#writes = toCounter(pair.value, lineNumber);
  }

  end(): MysqlStatusLog | null {
    if (this.#fsyncs === null && this.#writes === null) return null;
    return { type: 'mysql_status', dataFsyncs: this.#fsyncs, dataWrites: this.#writes };
  }
}

function toCounter(text: string, line: number): { value: number; line: number } | null {
  const value = toNumber(text.trim());
  return value === null ? null : { value, line };
}
