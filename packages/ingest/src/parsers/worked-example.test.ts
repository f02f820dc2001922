import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDirectory } from '../testing/fixtures';

/*
 * The worked example of CONTRIBUTING.md, kept true by running it: `testing/rowbench` is the folder of a tool that does
 * not exist, with its own benchmark, unit and diagnostic. The catalogue and the registry get its line here;
 * all other modules are the real ones, loaded again.
 */
let ingest: typeof import('../index');

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('../model/catalogue', async (load) => {
    const { FORMATS } = await load<typeof import('../model/catalogue')>();
    const { rowbenchFormat } = await import('../testing/rowbench/about');
    return { FORMATS: [rowbenchFormat, ...FORMATS] };
  });
  vi.doMock('./registry', async (load) => {
    const { FAMILIES } = await load<typeof import('./registry')>();
    const { rowbenchFormat } = await import('../testing/rowbench/family');
    return { FAMILIES: [rowbenchFormat, ...FAMILIES] };
  });
  ingest = await import('../index');
});

afterAll(() => {
  vi.doUnmock('./registry');
  vi.doUnmock('../model/catalogue');
  vi.resetModules();
});

const LOG = `rowbench 2.1: churn
clients: 4
after 5 s: 5900 rows per minute
after 10 s: 6100 rows per minute
rows per minute: 6000
retries: 3
`;
/** us + sy = 50 in each sample after the first, which is since boot. */
const VMSTAT = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 100000   1000  10000    0    0     1     1    1    1  1  1 98  0  0
 4  0      0 100000   1000  10000    0    0     0   100 1000 2000 40 10 50  0  0
 4  0      0 100000   1000  10000    0    0     0   100 1000 4000 40 10 50  0  0
`;

describe('a format of one folder, with a line in the catalogue and one in the registry', () => {
  it('is detected, parsed and assembled, with its host logs', async () => {
    using directory = makeDirectory({ 'out.txt': LOG, 'churn.vmstat.txt': VMSTAT });
    const { runs, artifacts, diagnostics } = await ingest.readUpload(directory.path);
    expect(runs.map(({ benchmark }) => benchmark)).toEqual(['rowbench']);
    expect(artifacts.map(({ kind }) => kind).sort()).toEqual(['rowbench', 'vmstat']);
    const [result] = runs[0]?.results ?? [];
    const at = { file: 'out.txt', line: 5, lineEnd: 5, unit: 'rows/min' };
    expect(result?.measurements[0]).toMatchObject({ metric: 'throughput', value: 6000, ...at });
    const computed = Object.fromEntries(result?.measurements.map((m) => [m.metric, m.value]) ?? []);
    // 6,000 rows a minute are 100 a second.
    expect(computed).toMatchObject({ cpu_percent: 50, cpu_per_op: 0.5, cs_per_s: 3000, cs_per_op: 30 });
    expect(diagnostics).toMatchObject([
      { code: 'rowbench:RETRIED', severity: 'warning', file: 'out.txt', line: 6, message: '3 rows' },
    ]);
    expect(ingest.diagnosticMeaning('rowbench:RETRIED')).toBe('Rows were sent again after a deadlock.');
  });

  it('brings its benchmark: tests, groups, units, labels', () => {
    expect(ingest.isBenchmarkId('rowbench')).toBe(true);
    expect(ingest.benchmarkModel('rowbench').heatmapMetrics).toContain('latency_p95');
    expect(ingest.metricLabel('rowbench', 'throughput', 'QPS')).toBe('rows/min');
    const tests = ['strange', 'churn', 'load']
      .map((name) => ingest.testInfo('rowbench', name, null))
      .sort(ingest.compareTests);
    expect(tests.map(({ name, group }) => [name, ingest.groupLabel('rowbench', group)])).toEqual([
      ['load', 'Load'],
      ['churn', 'Inserts and deletes'],
      ['strange', 'Other'],
    ]);
  });

  it('has charts, read from the stored file', async () => {
    using directory = makeDirectory({ 'out.txt': LOG });
    const details = await ingest.readDetails(`${directory.path}/out.txt`, 'out.txt');
    expect(details.kind).toBe('rowbench');
    expect(details.series).toMatchObject([{ seconds: [5, 10], values: [5900, 6100], lines: [3, 4] }]);
  });

  it('reports a log that was cut', async () => {
    using directory = makeDirectory({ 'out.txt': LOG.slice(0, 40) });
    const { runs, diagnostics } = await ingest.readUpload(directory.path);
    expect(runs[0]?.results).toMatchObject([{ status: 'failed', measurements: [] }]);
    expect(diagnostics).toMatchObject([{ code: 'TRUNCATED_LOG', file: 'out.txt' }]);
  });
});
