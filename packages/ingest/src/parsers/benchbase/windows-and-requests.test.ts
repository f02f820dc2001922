import { describe, expect, it } from 'vitest';
import type { NormalizedRun } from '../../model/run';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

const TPCC = 'tpcc_2026-05-04_10-20-30';
const SMALLBANK = 'smallbank_2026-05-04_12-00-00';

async function read(files: Record<string, Buffer | string>) {
  using directory = makeDirectory(files);
  return await readUpload(directory.path);
}

/** Fixtures under their own names. */
const fixtures = (...names: string[]) => Object.fromEntries(names.map((name) => [name, readFixture(name)]));

/** Values by metric of one test of the only run. */
function valuesOf(runs: readonly NormalizedRun[], test: string): Record<string, number> {
  const result = runs[0]?.results.find((each) => each.test === test);
  return Object.fromEntries(result?.measurements.map(({ metric, value }) => [metric, value]) ?? []);
}

const statusesOf = (runs: readonly NormalizedRun[]) =>
  runs.flatMap(({ results }) => results.map(({ test, status }) => `${test} ${status}`));

const codesOf = ({ diagnostics }: Awaited<ReturnType<typeof readUpload>>) =>
  diagnostics.map(({ code, file, line }) => [code, file, line]);

describe('windows', () => {
  it('of a transaction give its requests / the time of the summary, and a window without requests has no latency', async () => {
    const upload = await read(
      fixtures(`${TPCC}.summary.json`, `${TPCC}.results.csv`, `${TPCC}.results.Payment.csv`),
    );
    expect(statusesOf(upload.runs)).toEqual(['tpcc ok', 'tpcc.Payment ok']);
    const payment = valuesOf(upload.runs, 'tpcc.Payment');
    // 42, 44, 0 and 43 requests/s in windows of 5 s are 645; averages of 20, 22 and 21 ms by 42, 44 and 43.
    expect(payment).toMatchObject({
      throughput: 645 / 20.0004,
      requests: 645,
      latency_min: 0.000_702,
      latency_max: 0.091_25,
    });
    expect(payment['latency_avg']).toBeCloseTo((42 * 0.02 + 44 * 0.022 + 43 * 0.021) / 129, 12);
    const [throughput] = upload.runs[0]?.results[1]?.measurements ?? [];
    expect(throughput).toMatchObject({ formula: 'requests_by_elapsed', line: 2, lineEnd: 5 });
    expect(upload.diagnostics).toEqual([]);
  });

  it('without a summary give the mean', async () => {
    const { runs } = await read({ [`pg18/${TPCC}.results.csv`]: readFixture(`${TPCC}.results.csv`) });
    expect(statusesOf(runs)).toEqual(['tpcc ok']);
    expect(valuesOf(runs, 'tpcc')).toMatchObject({ throughput: 100, requests: 2000, latency_max: 0.214_007 });
    expect(runs[0]?.results[0]?.measurements[0]).toMatchObject({
      formula: 'mean_of_windows',
      line: 2,
      lineEnd: 5,
    });
  });

  it('of one second count requests, in microseconds', async () => {
    const { runs } = await read(fixtures('ycsb_2026-05-04_11-00-00.samples.csv'));
    expect(valuesOf(runs, 'ycsb')).toMatchObject({
      throughput: 75,
      requests: 300,
      latency_min: 0.000_702,
      latency_max: 0.214_007,
    });
  });

  it('of OLTPBench are read by its header; the name says no benchmark', async () => {
    const upload = await read(fixtures('made-oltpbench.res'));
    expect(valuesOf(upload.runs, 'requests')).toMatchObject({ throughput: 10_126.5, requests: 101_265 });
    expect(upload.diagnostics.map(({ code }) => code)).toEqual([
      'NAME_UNPARSED',
      'UNKNOWN_VERSION',
      'UNKNOWN_TEST',
    ]);
  });

  it('that end before the run count by their mean and are reported as cut', async () => {
    const rows = readFixture(`${TPCC}.results.Payment.csv`).toString('latin1').split('\n');
    const upload = await read({
      ...fixtures(`${TPCC}.summary.json`),
      [`${TPCC}.results.Payment.csv`]: `${rows.slice(0, 3).join('\n')}\n`,
    });
    expect(valuesOf(upload.runs, 'tpcc.Payment')).toMatchObject({ throughput: 43 });
    expect(codesOf(upload)).toEqual([['TRUNCATED_LOG', `${TPCC}.results.Payment.csv`, 3]]);
  });

  it('with a non-numeric cell lack that number only, and a second table is not mixed in', async () => {
    const text = readFixture(`${TPCC}.results.csv`).toString('latin1');
    const upload = await read({ [`${TPCC}.results.csv`]: `${text.replace('214.007', '21x')}${text}` });
    expect(valuesOf(upload.runs, 'tpcc')).toMatchObject({ throughput: 100, latency_max: 0.180_22 });
    expect(codesOf(upload).slice(0, 2)).toEqual([
      ['VALUE_UNREADABLE', `${TPCC}.results.csv`, 2],
      ['LINE_UNPARSED', `${TPCC}.results.csv`, 6],
    ]);
  });
});

describe('raw.csv', () => {
  it('gives throughput and latencies of each transaction', async () => {
    const { runs } = await read(
      fixtures(`${SMALLBANK}.summary.json`, `${SMALLBANK}.raw.csv`, `${SMALLBANK}.config.xml`),
    );
    expect(statusesOf(runs)).toEqual(['smallbank ok', 'smallbank.Amalgamate ok', 'smallbank.Balance ok']);
    // Latencies of 100, 300, 200, 200 and 250 microseconds, in 4 s.
    expect(valuesOf(runs, 'smallbank.Balance')).toEqual({
      throughput: 1.25,
      requests: 5,
      latency_min: 0.0001,
      latency_avg: 0.000_21,
      latency_p50: 0.0002,
      latency_p75: 0.000_25,
      latency_p90: 0.0003,
      latency_p95: 0.0003,
      latency_p99: 0.0003,
      latency_max: 0.0003,
    });
    expect(valuesOf(runs, 'smallbank.Amalgamate')).toMatchObject({ throughput: 0.75, latency_avg: 0.0007 });
  });

  it('that holds other requests than the summary counted is not used', async () => {
    const rows = readFixture(`${SMALLBANK}.raw.csv`).toString('latin1').split('\n');
    const upload = await read({
      ...fixtures(`${SMALLBANK}.summary.json`),
      [`${SMALLBANK}.raw.csv`]: `${rows.slice(0, 4).join('\n')}\n`,
    });
    expect(statusesOf(upload.runs)).toEqual(['smallbank ok']);
    expect(codesOf(upload)[0]).toEqual(['TRUNCATED_LOG', `${SMALLBANK}.raw.csv`, null]);
    expect(upload.diagnostics[0]?.message).toMatch(/^holds 3 of 8 requests of the summary/);
  });
});

describe('files without a summary', () => {
  it('of one transaction say nothing of all', async () => {
    const { runs } = await read(fixtures(`${TPCC}.results.Payment.csv`));
    expect(statusesOf(runs)).toEqual(['tpcc.Payment ok']);
    expect(valuesOf(runs, 'tpcc.Payment')).toMatchObject({ throughput: 32.25, requests: 645 });
  });

  it('of requests give no result next to other runs and report the reason', async () => {
    const upload = await read(fixtures(`${TPCC}.summary.json`, `${SMALLBANK}.raw.csv`));
    expect(statusesOf(upload.runs)).toEqual(['tpcc ok']);
    expect(codesOf(upload)).toEqual([['NO_RESULT', `${SMALLBANK}.raw.csv`, null]]);
  });

  it('that end before the time of the configuration are failed', async () => {
    const upload = await read({
      [`${SMALLBANK}.config.xml`]: readFixture(`${SMALLBANK}.config.xml`)
        .toString('latin1')
        .replace('<time>4<', '<time>60<'),
      [`${SMALLBANK}.results.csv`]: readFixture(`${TPCC}.results.csv`),
    });
    expect(statusesOf(upload.runs)).toEqual(['smallbank failed']);
    const cut = upload.diagnostics.find(({ code }) => code === 'TRUNCATED_LOG');
    expect(cut?.message).toMatch(/^ends after 20 of 60 s/);
  });
});
