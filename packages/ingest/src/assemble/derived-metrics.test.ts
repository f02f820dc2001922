import { describe, expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory, readFixture } from '../testing/fixtures';

const RESULTS = {
  ...{ basecaseResults: 1, tool: 'rows', product: 'X', version: '1' },
  results: [
    { test: 'load', metric: 'throughput', value: 2000, unit: 'operations/s' },
    { test: 'load', metric: 'fsync', value: 30, unit: 'calls' },
    { test: 'load', metric: 'write', value: 120, unit: 'calls' },
    { test: 'idle', metric: 'throughput', value: 10, unit: 'operations/s' },
    { test: 'idle', metric: 'fsync', value: 3, unit: 'calls' },
    { test: 'idle', metric: 'write', value: 0, unit: 'calls' },
    { test: 'lost', metric: 'throughput', value: 10, unit: 'operations/s' },
    { test: 'lost', metric: 'write', value: 7, unit: 'calls' },
  ],
};

async function read(metrics: unknown, files: Record<string, string | Buffer> = {}) {
  using directory = makeDirectory({
    'run/results.json': JSON.stringify(RESULTS),
    'basecase.json': JSON.stringify({ basecase: 1, metrics }),
    ...files,
  });
  const { runs, diagnostics } = await readUpload(directory.path);
  const of = (test: string) => runs.flatMap(({ results }) => results).find((result) => result.test === test);
  const value = (test: string, metric: string) =>
    of(test)?.measurements.find((found) => found.metric === metric);
  return { runs, diagnostics, value };
}

describe('metrics that basecase.json defines', () => {
  it('are computed of the metrics of each result, with formula and place', async () => {
    const { value, diagnostics } = await read({ 'fsyncs/write': 'fsync / write' });
    expect(diagnostics.filter(({ severity }) => severity === 'warning')).toEqual([]);
    expect(value('load', 'open:none::fsyncs/write')).toMatchObject({
      ...{ value: 0.25, unit: '', source: 'computed', formula: 'fsync / write', file: 'run/results.json' },
    });
  });

  it('are missing where a value is missing, and where they divide by 0', async () => {
    const { value } = await read({ 'fsyncs/write': 'fsync / write' });
    expect(value('idle', 'open:none::fsyncs/write')).toBeUndefined();
    expect(value('lost', 'open:none::fsyncs/write')).toBeUndefined();
  });

  it('have the unit and direction that are given, and may use those before them', async () => {
    const { value } = await read({
      ratio: { formula: 'fsync / write', unit: 'fsyncs', better: 'lower' },
      'ratio %': { formula: 'ratio * 100', unit: '%', better: 'higher' },
    });
    expect(value('load', 'open:lower:fsyncs:ratio')?.value).toBe(0.25);
    expect(value('load', 'open:higher:%:ratio %')?.value).toBe(25);
  });

  it('take metrics of any tool by id, or by label in quotes and any case', async () => {
    const { runs, diagnostics } = await read(
      { clients: 'throughput * latency_avg', same: "tps * 'LATENCY'" },
      { 'run/results.json': '', 'c8.txt': readFixture('made-pgbench-16-rate.txt') },
    );
    const [result] = runs[0]?.results ?? [];
    const value = (name: string) =>
      result?.measurements.find(({ metric }) => metric === name || metric.endsWith(`:${name}`))?.value ??
      Number.NaN;
    expect(value('clients')).toBe(value('throughput') * value('latency_avg'));
    expect(diagnostics.map(({ message }) => message).filter((text) => text.startsWith('clients'))).toEqual(
      [],
    );
  });

  it('report a name that no result has, with its place', async () => {
    const { diagnostics } = await read({ broken: 'fsync / wirte' });
    expect(diagnostics.find(({ code }) => code === 'METRIC_MISSING')?.message).toBe(
      'broken: no result has "wirte" (character 9 of "fsync / wirte"); names are those of metrics in tables, or their ids',
    );
  });

  it.each<[unknown, string]>([
    [{ x: 'fsync / / write' }, 'metrics.x: expected a name, a number or "(" at character 9, found "/"'],
    [{ x: { formula: '(a' } }, 'metrics.x.formula: expected ")" at character 3, found the end'],
    [{ x: { formula: 'a', unit: 'a:b' } }, 'metrics.x.unit: a unit has no colon'],
  ])('that are wrong are refused: %j', async (metrics, message) => {
    const { diagnostics } = await read(metrics);
    expect(diagnostics.find(({ code }) => code === 'MANIFEST_INVALID')?.message).toContain(message);
  });

  it('hold for the directory of basecase.json and below', async () => {
    const { runs } = await read(undefined, {
      'basecase.json': '{"basecase":1}',
      'run/basecase.json': JSON.stringify({ basecase: 1, metrics: { twice: 'throughput * 2' } }),
      'other/results.json': JSON.stringify({ ...RESULTS, version: '2' }),
    });
    const made = runs.map(({ variant, results }) => [
      variant.version,
      results[0]?.measurements.some(({ metric }) => metric.endsWith(':twice')),
    ]);
    expect(made).toEqual([
      ['2', false],
      ['1', true],
    ]);
  });
});
