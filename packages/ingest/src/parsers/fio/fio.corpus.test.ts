import { describe, expect, it } from 'vitest';
import { CORPUS, corpusTitle, readCorpusFile, readIndex } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/fio';
import { checkCorpus } from '../../testing/corpus-report';
import { readOneCorpusFile } from '../../testing/read-corpus-file';
import type { FioLog } from './fio-log';

const STUDY = /\/o\.(\w+)\.(\w+)\.secs\d+\.(\d+)$/;
const ROWS = CORPUS ? readIndex().filter(({ tool }) => corpusKeys.tools.includes(tool)) : [];
const LOGS = ROWS.map(({ path }) => path).filter((path) => STUDY.test(path));
const TABLES = ROWS.map(({ path }) => path).filter((path) => /\/sum\.\d+\..*\.(?:csv|txt)$/.test(path));

/** Values of one section as the study's script made them. */
interface AuthorRow {
  test: string;
  writes: number;
  mb: number;
  sync: number;
}

describe.skipIf(!CORPUS)(corpusTitle('fio logs of the corpus'), () => {
  it('has every expected value of every row', async () => {
    const report = await checkCorpus([corpusKeys]);
    expect(report.failures).toEqual([]);
    const passed = [...report.tools].map(([tool, { rows, passed }]) => [tool, rows, passed]);
    expect(passed).toEqual([
      ['fio', 50, 50],
      ['fio-summary', 26, 26],
    ]);
  });

  it('gives w/s of every published row, and MB/s and sync by the rules of the script', async () => {
    const cells = { writes: 0, mb: 0, sync: 0 };
    for (const path of LOGS) {
      const raw = await readStudy(path);
      const published = readTable(path.replace(STUDY, '/sum.$3.$1.$2.csv'));
      expect(raw.map(({ test }) => test)).toEqual(published.map(({ test }) => test));
      for (const [index, row] of published.entries()) {
        const found = raw[index];
        expect([path, index, found?.writes]).toEqual([path, index, row.writes]);
        expect([path, index, Math.abs((found?.mb ?? 0) - row.mb) <= 0.0501]).toEqual([path, index, true]);
        expect([path, index, Math.abs((found?.sync ?? 0) - row.sync) <= 0.0501]).toEqual([path, index, true]);
        cells.writes += 1;
        cells.mb += 1;
        cells.sync += 1;
      }
    }
    expect(cells).toEqual({ writes: 192, mb: 192, sync: 192 });
  });

  it('reads published tables to the same IO/s and sync latency as the logs', async () => {
    let compared = 0;
    const wrong: string[] = [];
    for (const path of TABLES) {
      const [, jobs, system, server] = /\/sum\.(\d+)\.(\w+)\.(\w+)\./.exec(path) ?? [];
      const log = `${path.slice(0, path.lastIndexOf('/'))}/o.${system}.${server}.secs300.${jobs}`;
      const expected = await readMeasurements(log);
      const found = await readMeasurements(path);
      expect(found.length).toBeGreaterThan(0);
      for (const { key, iops, sync } of found) {
        const raw = expected.find((row) => row.key === key);
        expect([path, key, iops]).toEqual([path, key, raw?.iops]);
        if (sync === undefined) continue;
        compared += 1;
        // Printed with one decimal of a microsecond; the last row is a sum that was divided again.
        if (Math.abs(sync - (raw?.sync ?? 0)) > 0.11e-6) wrong.push(`${path.split('/').at(-1)} ${key}`);
      }
    }
    expect(compared).toBe(190);
    // Some of their jobs print `avg= 9.22`, which the script read as 0.
    const quirk = ['fsync=1_2M 2', 'fdatasync=1_2M 1', 'fdatasync=1_2M 2'];
    expect(wrong).toEqual(
      ['csv', 'txt'].flatMap((form) => quirk.map((test) => `sum.16.ext4.dell32.${form} ${test}`)),
    );
  });

  it('names the study: file system, server, seconds and jobs', async () => {
    const { runs } = await readOneCorpusFile(LOGS.find((path) => path.endsWith('dell32.secs300.16')) ?? '');
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      benchmark: 'fio',
      variant: { product: 'storage', version: 'ext4', versionKnown: true },
      server: { name: 'dell32' },
      workload: { clients: 16, label: '300 s' },
    });
    const tests = runs[0]?.results.map(({ test, repeat, status }) => `${test} ${repeat} ${status}`) ?? [];
    expect(tests).toHaveLength(17);
    expect(tests).toContain('fdatasync=1_2M 2 ok');
    expect(tests).toContain('seqwrite_1M 1 warmup');
  });
});

async function readMeasurements(path: string) {
  const { runs } = await readOneCorpusFile(path);
  return runs
    .flatMap(({ results }) => results)
    .map(({ test, repeat, measurements }) => {
      const value = (metric: string) => measurements.find((found) => found.metric === metric)?.value;
      return { key: `${test} ${repeat}`, iops: value('throughput'), sync: value('sync_latency_avg') };
    });
}

function readTable(path: string): AuthorRow[] {
  const lines = readCorpusFile(path).toString().trim().split('\n');
  return lines.map((line) => {
    const [writes, mb, sync, , test = ''] = line.split(',');
    return { test, writes: Number(writes), mb: Number(mb), sync: Number(sync) };
  });
}

/**
 * One row a section, by the script's rules: MB/s is Σ(MiB/s, KiB/s / 1000, GiB/s × 1024) / 1.048576, a latency with a
 * space (`avg= 9.22`) is 0, sync is the mean over the jobs, and in the last row of all the sum.
 */
async function readStudy(path: string): Promise<AuthorRow[]> {
  const lines = readCorpusFile(path).toString().split('\n');
  const { log, details } = await readOneCorpusFile(path);
  const sections = (log as FioLog).sections.filter(({ marker }) => marker !== null);
  return sections.map(({ marker, rows: [row] }, index) => {
    const from = row?.line ?? 0;
    const to = row?.lineEnd ?? 0;
    const values = (name: string, toValue: (value: number, printed: string) => number) =>
      (details?.facts ?? [])
        .filter((fact) => fact.name === name && fact.line >= from && fact.line <= to)
        .map(({ number, line }) => toValue(number ?? 0, lines[line - 1] ?? ''));
    const mib = values('write bandwidth', (bytes, printed) =>
      / BW=[\d.]+KiB/.test(printed) ? bytes / 1024 / 1000 : bytes / 1024 ** 2,
    );
    const syncs = values('sync avg', (seconds, printed) => (/avg= /.test(printed) ? 0 : seconds * 1e6));
    const isLast = index === sections.length - 1;
    return {
      test: `${marker?.sync}_${marker?.blockSize}`,
      writes: row?.directions[0]?.iops.value ?? 0,
      mb: sum(mib) / 1.048576,
      sync: sum(syncs) / (isLast ? 1 : Math.max(1, syncs.length)),
    };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
