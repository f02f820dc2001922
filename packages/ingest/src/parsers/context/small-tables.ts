import { parseNumber } from '../../text/finite';
import { contextParser, factsOf } from './facts';

/**
 * Rows of /proc/meminfo: huge pages before and after a run (`sb.hp.pre`).
 *
 * HugePages_Total:       0
 * Hugepagesize:       2048 kB
 */
export const meminfo = contextParser({
  kind: 'meminfo',
  name: /^sb\.hp(?:\.|$)/,
  needles: ['MemTotal:', 'HugePages:', 'HugePages_Total:'],
  content: /^(?:MemTotal|AnonHugePages|HugePages_Total): +\d+(?: kB)?$/m,
  details: factsOf((facts) => ({
    line(text, line) {
      const found = /^([A-Z][\w()]{1,40}): +(\d+)( kB)?$/.exec(text);
      if (!found) return;
      const [, name = '', value = '', isKiB] = found;
      const number = Number(value) * (isKiB === undefined ? 1 : 1024);
      facts.add({
        name,
        value: value + (isKiB ?? ''),
        number,
        line,
        unit: isKiB === undefined ? null : 'bytes',
      });
    },
  })),
});

/**
 * `sb.r.rtavg.<test>...`: one value for each concurrency, then engine and test.
 *
 * 4070.98	pgsql scan range=100
 */
export const rates = contextParser({
  kind: 'rates',
  name: /^sb\.r\.(?:trx|rtavg|rtmax|rt95)\./,
  details: factsOf((facts) => ({
    line(text, line) {
      const cells = text.split('\t');
      const test = cells.pop() ?? '';
      for (const value of cells) if (parseNumber(value) !== null) facts.add({ name: test, value, line });
    },
  })),
});

const LENGTH = { id: 'history_list_length', label: 'history list length', unit: 'transactions' };

/**
 * Length of InnoDB's history list, a sample a second: `Tier2G_RW_4th.idbhist.txt`.
 *
 * timestamp,history_list_length
 * 2026-04-07 19:38:34,0
 */
export const innodbHistory = contextParser({
  kind: 'innodb_history',
  needles: ['history_list_length'],
  content: /^timestamp,history_list_length$/m,
  details: factsOf((facts, details) => {
    let start: number | null = null;
    let most = { value: -1, line: 0 };
    return {
      line(text, line) {
        const [found, day, time, count] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d),(\d+)?$/.exec(text) ?? [];
        const second = Date.parse(`${day}T${time}Z`) / 1000;
        if (found === undefined || !Number.isFinite(second)) return;
        start ??= second;
        const value = count === undefined ? null : Number(count);
        details.series(LENGTH).add(second - start, value, line);
        if (value !== null && value > most.value) most = { value, line };
      },
      end() {
        if (most.line === 0) return;
        facts.add({ name: 'max history list length', value: `${most.value}`, line: most.line });
      },
    };
  }),
});
