import { describe, expect, it } from 'vitest';
import { roundHalfEven } from '../../model/formulas';
import type { NormalizedRun } from '../../model/run';
import { testLabel } from '../../model/test';
import { readUpload } from '../../read-upload';
import { CORPUS, corpusPath, corpusTitle, readCorpusFile, readIndex } from '../../testing/corpus';
import { readOneCorpusFile } from '../../testing/read-corpus-file';
import type { TableLog } from './table-log';

const tables = (CORPUS ? readIndex() : []).filter(({ tool }) => tool === 'mytools-summary');
const named = (pattern: RegExp) => tables.map(({ path }) => path).filter((path) => pattern.test(path));

describe.skipIf(!CORPUS)(corpusTitle('corpus: summary tables'), () => {
  it('are all read, and nothing in them is left over', async () => {
    for (const { path } of tables) {
      const { log, diagnostics } = await readOneCorpusFile(path);
      expect(log?.type, path).toBe('mytools-summary');
      expect(diagnostics.filter(({ severity }) => severity === 'warning')).toEqual([]);
    }
    expect(tables).toHaveLength(47);
  });

  it('hold the numbers of the files, cell by cell', async () => {
    let cells = 0;
    for (const path of named(/qps\.abs/)) {
      const separator = path.endsWith('.csv') ? ',' : '\t';
      const log = (await readOneCorpusFile(path)).log as TableLog;
      const lines = readCorpusFile(path).toString().split('\n');
      for (const { line, column, test, range, values } of log.cells) {
        const fields = lines[line - 1]?.split(separator) ?? [];
        const label = separator === ',' ? fields.shift() : fields.pop();
        expect(`${label} ${fields[column]}`).toBe(`${testLabel(test, range)} ${values[0]?.value}`);
        cells += 1;
      }
      const printed = lines
        .filter((line) => line.includes('_range='))
        .map((line) => line.split(separator).length - 1);
      expect(log.cells).toHaveLength(printed.reduce((sum, count) => sum + count, 0));
    }
    expect(cells).toBe(2790);
  });

  it('restate each other: o/s of o.met is the throughput of qps.abs', async () => {
    let cells = 0;
    for (const path of named(/o\.met/)) {
      const directory = path.slice(0, path.lastIndexOf('/'));
      const upload = (await readOneCorpusFile(path)).runs;
      for (const table of named(/qps\.abs.*tsv$/).filter((name) => name.startsWith(`${directory}/`))) {
        for (const run of (await readOneCorpusFile(table)).runs) {
          const same = upload.find(({ label }) => label === run.label);
          for (const result of same ? run.results : []) {
            const other = same?.results.find(
              ({ test, range }) => test === result.test && range === result.range,
            );
            expect(throughputOf(other), `${table} ${run.label} ${result.test}`).toBe(throughputOf(result));
            cells += 1;
          }
        }
      }
    }
    expect(cells).toBe(2220);
  });

  it.each([
    ['mdcallag+mytools/bench/arc/dec25.sb.socket.my', 8],
    ['mdcallag+mytools/bench/arc/mar26.pn53.sb.my', 13],
  ])('%s: five tables, a run for each run directory', async (directory, count) => {
    const { runs, diagnostics } = await readUpload(corpusPath(directory));
    expect(new Set(runs.map(({ label }) => label)).size).toBe(count);
    expect(runs).toHaveLength(count);
    expect(runs.every(({ isSummary, results }) => isSummary && results.length === 38)).toBe(true);
    expect(diagnostics.map(({ code }) => code)).not.toContain('VALUES_DISAGREE');
  });

  it.each([
    'mdcallag+mytools/bench/arc/mar25.pg.workmem.c48',
    'mdcallag+mytools/bench/arc/nov25.sb.mysql',
    'mdcallag+mytools/bench/results/sysbench.dec2020',
  ])('%s: raw logs and tables make no run twice', async (directory) => {
    const { runs } = await readUpload(corpusPath(directory));
    const keys = runs.map(({ label, workload }) => `${label} ${workload.clients}`);
    expect(new Set(keys).size).toBe(keys.length);
    const raw = runs.filter(({ isSummary }) => !isSummary);
    expect(raw.length).toBeGreaterThan(0);
    for (const run of raw) expect(run.results.every(({ repeat }) => repeat === 1)).toBe(true);
  });

  it('o.sum of 2020 has the same numbers as the raw logs next to it', async () => {
    const directory = 'mdcallag+mytools/bench/results/sysbench.dec2020/myrocks.inmem';
    const { runs } = await readUpload(corpusPath(directory));
    const { log } = await readOneCorpusFile(`${directory}/o.sum.rx.abs`);
    let cells = 0;
    for (const { column, test, range, step, values } of (log as TableLog).cells) {
      const label = (log as TableLog).columns?.[column]?.split('.')[1];
      // The clients of the columns are 1 to 4, those of the warm-up the two tables.
      const clients = step?.index ?? 2;
      const run = runs.find(
        (candidate) => candidate.label === label && candidate.workload.clients === clients,
      );
      const result = run?.results.find((candidate) => candidate.test === test && candidate.range === range);
      expect(roundHalfEven(throughputOf(result) ?? -1), `${label} ${test} ${clients}`).toBe(values[0]?.value);
      cells += 1;
    }
    expect(cells).toBe(330);
  });
});

function throughputOf(result: NormalizedRun['results'][number] | undefined): number | null {
  const values = result?.measurements.filter(({ metric }) => metric === 'throughput') ?? [];
  return (values.find(({ source }) => source === 'reported') ?? values[0])?.value ?? null;
}
