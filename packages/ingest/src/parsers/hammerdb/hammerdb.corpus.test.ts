import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { CORPUS, corpusPath, corpusTitle, readIndex } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/hammerdb';
import { checkCorpus } from '../../testing/corpus-report';
import { readOneCorpusFile } from '../../testing/read-corpus-file';
import type { HammerdbSamples } from './family';
import type { HammerdbRunSummary } from './percona/run-summary';
import type { HammerdbSummary } from './summary-table';

const FRAMEWORK = 'Percona-Lab-results+tpcc-benchmark-framework/results';

function nopmOf(runs: Awaited<ReturnType<typeof readUpload>>['runs']): Map<string, number> {
  const found = runs.flatMap(({ label, results }) =>
    results.flatMap(({ test, measurements }) => {
      const nopm = measurements.find(({ metric }) => metric === 'throughput')?.value;
      return nopm === undefined ? [] : [[`${label} ${test}`, nopm] as const];
    }),
  );
  return new Map(found);
}

describe.skipIf(!CORPUS)(corpusTitle('hammerdb corpus'), () => {
  it('every key of every row', async () => {
    const report = await checkCorpus([corpusKeys]);
    expect(report.failures).toEqual([]);
    const rows = Object.fromEntries(
      [...report.tools].map(([tool, { rows, passed }]) => [tool, [rows, passed]]),
    );
    expect(rows).toEqual({ hammerdb: [45, 45], 'hammerdb-aux': [14, 14], 'hammerdb-summary': [8, 8] });
  });

  it('ratios of the author are NOPM by the NOPM of the first version, cell by cell', async () => {
    let cells = 0;
    for (const row of readIndex().filter(({ path: file }) => /sum\.res\.pg\..*\.rel\.csv$/.test(file))) {
      const { ratios } = (await readOneCorpusFile(row.path)).log as HammerdbSummary;
      const { runs } = await readOneCorpusFile(row.path.replace('.rel.csv', '.csv'));
      const nopm = new Map(
        runs.map(({ label, results }) => [label, results[0]?.measurements[0]?.value ?? Number.NaN]),
      );
      const first = nopm.get('pg1222') ?? Number.NaN;
      for (const { dbms, ratio } of ratios) {
        expect(((nopm.get(dbms) ?? Number.NaN) / first).toFixed(3), dbms).toBe(ratio.value.toFixed(3));
        cells += 1;
      }
    }
    expect(cells).toBe(24);
  });

  it('the four tables of a directory are seven versions with four tests each', async () => {
    const tables = readIndex().find(({ tool }) => tool === 'hammerdb-summary')?.path ?? '';
    const { runs } = await readUpload(corpusPath(path.posix.dirname(tables)));
    expect(runs.map(({ variant }) => variant.version)).toEqual([
      '12.22',
      '13.23',
      '14.20',
      '15.15',
      '16.11',
      '17.7',
      '18.1',
    ]);
    const tests = runs.map(({ results }) => results.map(({ test }) => test).join(' '));
    expect(new Set(tests)).toEqual(new Set(['vu1.w100 vu6.w100 vu1.w1000 vu6.w1000']));
  });

  it('NOPM of a result is the mean of its 3,600 samples, and no statistic of summary.txt', async () => {
    let compared = 0;
    for (const directory of readdirSync(corpusPath(FRAMEWORK))) {
      if (!readdirSync(corpusPath(`${FRAMEWORK}/${directory}`)).includes('result.txt')) continue;
      const { runs } = await readUpload(corpusPath(`${FRAMEWORK}/${directory}`));
      const [nopm = Number.NaN] = nopmOf(runs).values();
      const samples = (await readOneCorpusFile(`${FRAMEWORK}/${directory}/nopm_samples.csv`))
        .log as HammerdbSamples;
      const summary = (await readOneCorpusFile(`${FRAMEWORK}/${directory}/summary.txt`))
        .log as HammerdbRunSummary;
      expect(samples.samples).toBe(3600);
      // HammerDB divides by the time that passed, samples are taken once a second: 0.02% is what that may differ.
      expect(Math.abs((samples.meanNopm ?? Number.NaN) - nopm) / nopm).toBeLessThan(0.0002);
      expect(summary.result?.nopm).toBe(nopm);
      compared += 1;
    }
    expect(compared).toBe(6);
  });

  it('a sweep over virtual users is one run, aborted runs are failed, and servers are what they say they are', async () => {
    const { runs } = await readUpload(corpusPath(FRAMEWORK));
    expect(
      runs.map(({ label, variant: { product, version }, results }) => [
        label,
        product,
        version,
        results.map(({ test, status }) => `${test} ${status}`).join(', '),
      ]),
    ).toEqual([
      ['BP 10G sweep', 'MySQL', '8.4.8', 'vu64.w1000 failed'],
      ['BP 10G sweep', 'MariaDB', '12.2.2', 'vu64.w1000 failed'],
      ['mariadb BP 50G', 'MariaDB', '12.2.2', 'vu2.w1000 ok'],
      ['mysql97 BP 60G sweep', 'MySQL', '9.7.0-er2', 'vu64.w1000 ok'],
      ['mariadb123 BP 50G', 'MariaDB', '12.3.1', 'vu1.w1000 ok, vu4.w1000 ok, vu16.w1000 ok, vu64.w1000 ok'],
    ]);
  });
});
