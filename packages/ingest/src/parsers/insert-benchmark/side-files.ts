import { toFinite } from '../../text/finite';
import { contextParser, factsOf } from '../context/facts';
import type { LogParser } from '../parser';
import { BUCKETS } from './client/iibench-log';

const MAX_HISTOGRAMS = 2000;
const cellsOf = (text: string) => text.trimEnd().split(/[\t,]/);

/**
 * Histograms of all clients side by side: `o.rt.t.insert` with tabs, `o.rt.c.insert` with commas.
 *
 *     256us	1ms	4ms	16ms	64ms	256ms	1s	4s	16s	gt	max	tag
 *     0	0	4	55	1	0	0	0	0	0	0.021	t1:DBMS
 */
const responseTimes = contextParser({
  kind: 'iibench-response-times',
  name: /^o\.rt\.[ct]\.(?:insert|delete|query)$/,
  content: /^256us([\t,])1ms(?:\1)4ms\1/m,
  // Clients and their sum; the row of percentages restates it.
  details: factsOf((facts, { histograms }) => ({
    line(text, line) {
      const cells = cellsOf(text);
      const tag = cells.at(-1) ?? '';
      const numbers = cells.slice(0, -1).map((cell) => toFinite(cell));
      const max = numbers.pop();
      if (numbers.length !== BUCKETS.length || max === undefined || max === null) return;
      if (tag.startsWith('pct:') || histograms.length >= MAX_HISTOGRAMS) return;
      const buckets = numbers.map((count, index) => ({ upTo: BUCKETS[index] ?? null, count: count ?? 0 }));
      const head = { id: 'latency', label: 'response time', unit: 's', of: tag };
      histograms.push({ ...head, buckets, line, lineEnd: line });
      facts.add({ group: tag, name: 'max', value: String(max), unit: 's', line });
    },
  })),
});

/**
 * Means of a per-second column over tenths of the step, a row for each client: `o.rate.{c,t}.{3,5,7}`.
 *
 *     73503	71061	66800	73679	75282	63784	65980	70866	57770	58766	1:DBMS
 */
const rates = contextParser({
  kind: 'iibench-rates',
  name: /^o\.rate\.[ct]\.\d+$/,
  content: /^(?:-?(?:\d{1,15}|nan)[\t,]){3,40}\d{1,7}:\w+$/m,
  details: factsOf((facts) => ({
    line(text, line) {
      const cells = cellsOf(text);
      const group = cells.pop() ?? '';
      for (const [index, value] of cells.entries())
        facts.add({ group, name: `part ${index + 1} of ${cells.length}`, value, line });
    },
  })),
});

/** Means of iostat by the author's script, which leaves out the first report: `o.iostat.avg.{all,header,data}.dop<N>`. */
const iostatAverages = contextParser({
  kind: 'iostat-averages',
  name: /^o\.iostat\.avg\.(?:all|header|data)(?:\.|$)/,
  content: /^average values from iostat for \S+\nr\/s\t/,
  details: factsOf((facts) => {
    let header: string[] = [];
    return {
      line(text, line) {
        const cells = cellsOf(text);
        if (cells[0] === 'r/s') header = cells;
        else if (cells.length > 1)
          for (const [index, value] of cells.entries())
            facts.add({ name: header[index] ?? `column ${index + 1}`, value, line });
      },
    };
  }),
});

/** What the script that ran a step printed; it ends with the report that `o.res` holds. */
const scriptOutput = contextParser({
  kind: 'iibench-script',
  name: /^o\.a(?:\.[rp])?$/,
  content: /^Before perf loops\nAfter perf loops$/m,
});

export const insertBenchmarkSideFiles: readonly LogParser[] = [
  responseTimes,
  rates,
  iostatAverages,
  scriptOutput,
];
