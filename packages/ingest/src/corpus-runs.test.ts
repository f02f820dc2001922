import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { roundHalfEven } from './model/formulas';
import type { NormalizedRun } from './model/run';
import { testLabel } from './model/test';
import type { TableLog } from './parsers/mytools-summary/table-log';
import { readUpload } from './read-upload';
import { CORPUS, corpusPath, corpusTitle } from './testing/corpus';
import { readOneCorpusFile } from './testing/read-corpus-file';

const ARCHIVES = 'mdcallag+mytools/bench/arc';

/** Throughput as a published table prints it: what was reported, rounded. */
function published(run: NormalizedRun, label: string): number | null {
  const result = run.results.find(({ test, range }) => testLabel(test, range) === label);
  const values = result?.measurements.filter(({ metric }) => metric === 'throughput') ?? [];
  const value = values.find(({ source }) => source === 'reported') ?? values[0];
  return value ? roundHalfEven(value.value) : null;
}

/** Each is read once: an archive has 50 MB of logs. */
const read = new Map<string, ReturnType<typeof readUpload>>();

function uploadOf(relative: string): ReturnType<typeof readUpload> {
  const upload = read.get(relative) ?? readUpload(corpusPath(relative));
  read.set(relative, upload);
  return upload;
}

async function compareColumns(
  table: string,
  uploads: readonly string[],
): Promise<{ cells: number; wrong: string[] }> {
  const { columns, cells: expected } = (await readOneCorpusFile(table)).log as TableLog;
  const wrong: string[] = [];
  let cells = 0;
  for (const upload of uploads) {
    const { runs } = await uploadOf(upload);
    const run = runs[0];
    const column = columns?.indexOf(run?.label ?? '') ?? -1;
    if (!run || runs.length !== 1 || column < 0)
      throw new Error(`${upload}: expected one run that is in ${table}`);
    for (const { test, range, values } of expected.filter((cell) => cell.column === column)) {
      cells += 1;
      const found = published(run, testLabel(test, range));
      if (found !== values[0]?.value) wrong.push(`${run.label} ${test}: ${found}, not ${values[0]?.value}`);
    }
  }
  return { cells, wrong };
}

describe.skipIf(!CORPUS)(corpusTitle('corpus: runs against published tables'), () => {
  it('reads QPS of run directories as published', async () => {
    const directory = `${ARCHIVES}/nov25.sb.mysql/dop1`;
    const names = readdirSync(corpusPath(directory)).filter((name) => name.startsWith('x.'));
    const { cells, wrong } = await compareColumns(
      `${directory}/qps.abs.all.tsv`,
      names.map((name) => `${directory}/${name}`),
    );
    expect(wrong).toEqual([]);
    expect(cells).toBe(99);
  });

  it('reads QPS of tarballs as published, scans by the old rule', async () => {
    const directory = `${ARCHIVES}/mar25.pg.workmem.c48`;
    const names = readdirSync(corpusPath(directory)).filter((name) => name.endsWith('.tar.gz'));
    const { cells, wrong } = await compareColumns(
      `${directory}/qps.abs.wm8.tsv`,
      names.map((name) => `${directory}/${name}`),
    );
    expect(wrong).toEqual([]);
    expect(cells).toBe(108);
  });

  it('lists every file of a tarball and leaves nothing unknown', async () => {
    const directory = `${ARCHIVES}/mar25.pg.workmem.c48`;
    for (const name of readdirSync(corpusPath(directory)).filter((file) => file.endsWith('.tar.gz'))) {
      const upload = await uploadOf(`${directory}/${name}`);
      expect(upload.artifacts.length).toBeGreaterThan(1300);
      expect(upload.artifacts.filter(({ status }) => status === 'unknown')).toEqual([]);
      expect(upload.runs[0]?.results.filter(({ status }) => status === 'ok')).toHaveLength(36);
      expect(upload.runs[0]?.results.every(({ device }) => device === 'md2')).toBe(true);
    }
  });

  it('splits the four concurrencies of a directory of 2020 into runs', async () => {
    const { runs } = await readUpload(
      corpusPath('mdcallag+mytools/bench/results/sysbench.dec2020/myrocks.inmem/fbmy80'),
    );
    expect(runs.map(({ label, workload }) => [label, workload.clients])).toEqual([
      ['fbmy80', 1],
      ['fbmy80', 2],
      ['fbmy80', 3],
      ['fbmy80', 4],
    ]);
    expect(runs[0]?.variant).toMatchObject({ product: 'MyRocks', version: '8.0', versionKnown: true });
  });
});
