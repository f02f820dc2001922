import { describe, expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { CORPUS, corpusPath, corpusTitle, readIndex } from '../../testing/corpus';
import { toRatios } from '../../testing/insert-benchmark-with-quirks';
import { readOneCorpusFile } from '../../testing/read-corpus-file';
import type { IibenchLog } from './client/iibench-log';
import { type CreateIndexTable, millionRows } from './tables/create-index-table';
import { type ReportTable, TABLE_COLUMNS } from './tables/report-table-log';

const TABLES = 'mdcallag+mytools/bench/results/ibench.jan2021/20m';
const STUDY = 'mdcallag+mytools/bench/arc/create.index.jul23';

async function logOf<Log>(file: string): Promise<Log> {
  return (await readOneCorpusFile(file)).log as Log;
}

describe.skipIf(!CORPUS)(corpusTitle('insert benchmark tables of the corpus'), () => {
  it('every ratio of rel.* is a row of mrg.* by the first row of its group', async () => {
    let cells = 0;
    const files = readIndex().filter(({ path: file }) => /\/rel\.[^/]+$/.test(file));
    for (const { path: file } of files) {
      const ratios = await logOf<ReportTable>(file);
      const absolute = await logOf<ReportTable>(file.replace(/\/rel\.([^/]+)$/, '/mrg.$1'));
      const expected = toRatios(absolute.rows);
      expect(ratios.ratios).toBe(true);
      expect(absolute.ratios).toBe(false);
      expect(ratios.rows.map(({ tag, step, cells }) => ({ tag, step, cells }))).toEqual(expected);
      cells += expected.length * TABLE_COLUMNS.length;
    }
    expect(files).toHaveLength(93);
    expect(cells).toBe(6100);
  });

  it('every cell of a table is a measurement of the run of its version', async () => {
    const file = `${TABLES}/o.sum.t.20m.my5649.cx6d`;
    const { log, runs } = await readOneCorpusFile(file);
    const results = runs.flatMap((run) => run.results);
    expect(results.map(({ test }) => test).slice(0, 5)).toEqual(['l.i0', 'l.x', 'l.i1', 'q100.1', 'q100.2']);
    const { rows } = log as ReportTable;
    for (const row of rows) {
      const result = results.find(({ measurements }) => measurements[0]?.line === row.line);
      const value = (metric: string) =>
        result?.measurements.find((one) => one.metric === metric)?.value ?? null;
      const isQuery = result?.test.startsWith('q');
      expect(value('throughput')).toBe(Number(isQuery ? row.cells.qps : row.cells.ips));
      expect(value('insert_rate')).toBe(isQuery ? Number(row.cells.ips) : null);
      expect(value('rate_p50')).toBe(row.cells.p50 === 'NA' ? null : Number(row.cells.p50));
      expect(value('cpu_us_per_op')).toBe(Number(row.cells.cpupq));
      expect(value('write_kb_per_insert')).toBe(Number(row.cells.wkbpi));
      expect(value('read_kb_per_s')).toBeCloseTo(Number(row.cells.rmbps) * 1024, 6);
    }
  });

  it('all tables of one place are one run for each version, each number once', async () => {
    const { runs, diagnostics } = await readUpload(corpusPath(TABLES));
    expect(runs.map(({ label, results }) => [label, results.length])).toEqual(
      [
        'my5649.cx6d',
        'my5649.cx6d.badcnf',
        'my5731.cx6d',
        'my5731.cx6d.badcnf',
        'my8021.cx6d',
        'my8022.cx6d',
        'pg1110.cx5',
        'pg124.cx5',
        'pg131.cx5',
        'rx56.cx6a',
        'rx80.cx6a',
      ].map((tag) => [`20m.${tag}`, 15]),
    );
    expect(runs.every(({ variant }) => variant.versionKnown)).toBe(true);
    expect(diagnostics.filter(({ code }) => code === 'RATIOS_ONLY')).toHaveLength(93);
  });

  it('o.all.* and o.one.* are the seconds of the logs, and give way to them', async () => {
    const { runs, diagnostics } = await readUpload(corpusPath(STUDY));
    const places = [
      ['in.byMem/r.1m.4t.64m', 'byMem'],
      ['rx/r.rx.mcrs64m', 'rx'],
    ] as const;
    for (const [directory, study] of places) {
      for (const [form, words] of [
        ['all', 'create all'],
        ['one', 'create one'],
      ] as const) {
        const table = await logOf<CreateIndexTable>(`${STUDY}/o.${form}.${study}`);
        const row = table.rows.find(({ setting }) => setting === '64m');
        for (const size of [2, 4, 8, 64]) {
          const log = await logOf<IibenchLog>(`${STUDY}/${directory}/o.ci.${size}m.gz`);
          const creation = log.indexCreations.find((one) => one.words.startsWith(words));
          const index = [2, 4, 8, 16, 32, 64].indexOf(size);
          expect(millionRows(index)).toBe(size);
          expect(row?.seconds[index]).toBe(creation?.seconds);
        }
      }
      const run = runs.find(({ path: at }) => at === directory);
      expect(run?.results.filter(({ test }) => test === 'l.x.all.64m')).toHaveLength(1);
      expect(run?.results.filter(({ test }) => test.startsWith('l.x.all.')).length).toBe(13);
    }
    expect(diagnostics.filter(({ code }) => code === 'SUMMARY_SUPERSEDED')).toHaveLength(4);
  });
});
