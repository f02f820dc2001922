import { describe, expect, it } from 'vitest';
import type { NormalizedResult } from '../model/run';
import { readUpload } from '../read-upload';
import { makeDirectory } from '../testing/fixtures';

const HEAD = { basecaseResults: 1, tool: 'tasty', product: 'bytestring', version: '1.0', machine: 'rep1' };

/** Reads one file and says of each result of a test whether its throughput is doubtful. */
async function read(name: string, text: string) {
  using directory = makeDirectory({ [name]: text });
  const { runs, diagnostics } = await readUpload(directory.path);
  const doubtful = (result: NormalizedResult) =>
    result.measurements.some(({ metric, doubt }) => metric === 'throughput' && doubt !== undefined);
  return {
    doubts: runs.flatMap(({ results }) => results.map((result) => [result.test, doubtful(result)] as const)),
    messages: diagnostics.flatMap(({ code, message }) => (code === 'VALUES_DISAGREE' ? [message] : [])),
  };
}

type Rows = readonly { test: string; metric?: string; value: number; unit: string }[];

const ndjson = (rows: Rows) =>
  read('results.ndjson', [HEAD, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(''));
const rowsOf = (values: readonly number[]): Rows =>
  values.map((value) => ({ test: 'map', value, unit: 'ops/s' }));

describe('results of one name in one file', () => {
  it('are not repeats where they are thousands of times apart, and the message names test and factor', async () => {
    const { doubts, messages } = await ndjson([
      { test: 'map (+1)', metric: 'time', value: 217, unit: 'us' },
      { test: 'map (+1)', metric: 'time', value: 0.052, unit: 'us' },
      { test: 'other', metric: 'time', value: 10, unit: 'us' },
      { test: 'other', metric: 'time', value: 10.2, unit: 'us' },
    ]);
    expect(doubts).toEqual([
      ['map (+1)', true],
      ['map (+1)', true],
      ['other', false],
      ['other', false],
    ]);
    expect(messages).toEqual([expect.stringMatching(/^map \(\+1\): .*4173-fold/)]);
  });

  it.each([
    ['a file of JSON', 'results.json', (rows: Rows) => JSON.stringify({ ...HEAD, results: rows })],
    [
      'lines of JSON',
      'results.ndjson',
      (rows: Rows) => [HEAD, ...rows].map((row) => JSON.stringify(row)).join('\n'),
    ],
  ])('are found in %s', async (_name, file, write) => {
    const { doubts, messages } = await read(file, write(rowsOf([1000, 50_000])));
    expect(doubts.map(([, isDoubtful]) => isDoubtful)).toEqual([true, true]);
    expect(messages).toEqual([expect.stringContaining('50-fold')]);
  });

  it.each([
    [[1000, 1010], []],
    [[1000, 19_000], []],
    [[1000], []],
    // A wide spread without a gap is noise.
    [[100, 900, 8000], []],
    [
      [1000, 50_000],
      [1000, 50_000],
    ],
    // Most of them are the test; what is left has another unit.
    [[1000, 1010, 990, 50_000], [50_000]],
    [
      [1000, 1010, 50_000, 51_000],
      [1000, 1010, 50_000, 51_000],
    ],
  ])('of %j have doubtful ones: %j', async (values, expected) => {
    const { doubts } = await ndjson(rowsOf(values));
    expect(values.filter((_, index) => doubts[index]?.[1])).toEqual(expected);
  });

  it('of another test, or in another file, are not compared with each other', async () => {
    const { doubts } = await ndjson([
      { test: 'a', value: 1, unit: 'ops/s' },
      { test: 'b', value: 5000, unit: 'ops/s' },
    ]);
    expect(doubts.map(([, isDoubtful]) => isDoubtful)).toEqual([false, false]);
  });
});
