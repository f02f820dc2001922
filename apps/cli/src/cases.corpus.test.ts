import { readFile } from 'node:fs/promises';
import { compareVersions } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { runCaptured } from './testing/capture';
import { caseOf, hasCases } from './testing/corpus';

/** `throughput 58118.47`: numbers of a case that are asked for, of a file or of all files. */
async function numbersOf(path: string, file = '', test = '') {
  const { stdout, stderr } = await runCaptured(['parse', caseOf(path), '--format', 'tsv', '--verbose']);
  const rows = stdout.split('\n').map((line) => line.split('\t'));
  const asked = rows.filter(([own, , , , name]) => own?.includes(file) && name?.includes(test));
  return { numbers: asked.map(([, , , , , metric, value]) => `${metric} ${value}`), stderr };
}

/** Right values as each case states them. */
const VALUES: [path: string, file: string, test: string, numbers: string[]][] = [
  ['01-parent-dirs-merged', '4.9.62', '', ['throughput 47841.77', 'throughput 128819.51']],
  ['01-parent-dirs-merged', '4.9.76', '', ['throughput 47845.5', 'throughput 119383.46']],
  [
    ...(['02-fio2-normal-runt', 'fio.out', 'read'] as const),
    ['throughput 637', 'latency_p50 0.063232', 'latency_p95 0.29696', 'latency_p99 0.50176'],
  ],
  [
    ...(['02-fio2-normal-runt', 'fio.out', 'write'] as const),
    ['throughput 633', 'latency_p50 0.069', 'latency_p95 0.306', 'latency_p99 0.515'],
  ],
  [
    ...(['03-sysbench-appended-runs', 'appended', ''] as const),
    ['throughput 4442.69', 'throughput 4784.15', 'throughput 4964.04', 'throughput 5352.83'],
  ],
  ['03-sysbench-appended-runs', 'failed', '', ['throughput 4100', 'throughput 4711.33']],
  ['04-prepare-run-cleanup', 'oltp', '', ['throughput 58118.47']],
  ['04-prepare-run-cleanup', 'fileio', '', ['latency_avg 0.00568', 'latency_p95 0.01526']],
  ['05-no-version-line', 'no-version', '', ['throughput 58118.47']],
  ['05-no-version-line', 'summary-only', '', ['throughput 58118.47']],
  [
    ...(['05-no-version-line', 'oltp-0.4', ''] as const),
    ['transactions_per_s 7694.26', 'latency_avg 0.00026', 'latency_p95 0.0004'],
  ],
  ['05-no-version-line', 'fileio', '', ['latency_avg 0.00016']],
  ['07-flat-target_thrN', 'mysql1', '', ['rw_requests_per_s 135973.24']],
  ['07-flat-target_thrN', 'proxy124', '', ['rw_requests_per_s 137671.47']],
  ['07-flat-target_thrN', 'proxy130', '', ['rw_requests_per_s 134635.17']],
  ['14-benchmarksql', '', 'new-order', ['throughput 2859']],
  ['14-benchmarksql', '', 'all', ['throughput 6356.77']],
  ['15-tpcc-mysql-password', '', 'new-order', ['throughput 25420']],
  ['17-other-tools', 'go-ycsb', 'insert', ['latency_avg 0.000872', 'latency_p95 0.002', 'latency_p99 0.004']],
  ['17-other-tools', 'java', 'fillseq', ['throughput 2324']],
  ['17-other-tools', 'java', 'readrandom', ['throughput 6524.7']],
  ['17-other-tools', 'memtier', 'totals', ['throughput 3595.9']],
  ['20-zip', '', '', ['throughput 41000']],
  ['k12-capped-percentile/cap', '', '', ['throughput 1000', 'latency_avg 172.09673']],
  ['k16-prefixes', 'fabric', '', ['throughput 2770.785214']],
  ['k16-prefixes', 'pdsh', '', ['throughput 2770.785214']],
  ['k16-prefixes', 'ansible', '', ['throughput 2770.785214']],
];

/** Reports that a case asks for. */
const REPORTS: [path: string, report: string][] = [
  ['03-sysbench-appended-runs', 'failed-then-runs.log:3: FATAL'],
  ['10-manifest-second-time', 'UNKNOWN_VERSION'],
  ['17-other-tools', 'no row `[Summary]`'],
  ['k10-duplicate-names/dup', 'results of one name differ 4173-fold'],
  ['k12-capped-percentile/cap', 'p95 is at least 100 s'],
  ['k22-null-markers', 'null in place of a value'],
];

describe.skipIf(!hasCases)('inputs that were read or judged wrong', () => {
  it.each(VALUES)('%s, %s %s: %j', async (path, file, test, numbers) => {
    const read = await numbersOf(path, file, test);
    expect(read.numbers).toEqual(expect.arrayContaining(numbers));
    const isSpeed = (number: string) => number.startsWith('throughput ');
    if (numbers.some(isSpeed) && test !== 'read' && test !== 'write')
      expect(read.numbers.filter(isSpeed)).toEqual(numbers.filter(isSpeed));
  });

  it.each(REPORTS)('%s reports %j', async (path, report) => {
    expect((await numbersOf(path)).stderr).toContain(report);
  });

  it('gives no value for a percentile at the end of a histogram', async () => {
    expect((await numbersOf('k12-capped-percentile/cap')).numbers.join()).not.toContain('latency_p95');
  });

  it.each([
    ['new', ['g/fails', 'g/stall', 'g/vanish']],
    ['most', ['g/fails', 'g/stall', 'g/t0', 'g/t6', 'g/vanish']],
  ])('check names tests that failed, stalled or vanished: fail-%s', async (name, tests) => {
    const [base, other] = ['base', name].map((end) => caseOf(`k01-check-failed/fail-${end}.ndjson`));
    const { code, stdout } = await runCaptured(['check', base ?? '', other ?? '', '--machine', 'dedicated']);
    expect(code).toBe(3);
    for (const test of tests) expect(stdout).toMatch(new RegExp(`stopped working +${test} `));
  });

  it.each(['session', 'session-at'])(
    'check calls repeats of one file no runs of several days: %s',
    async (name) => {
      const files = ['a', 'b'].map((end) => caseOf(`k14-calibrated-text/${name}-${end}.ndjson`));
      const { stdout } = await runCaptured(['check', ...files, '--machine', 'dedicated']);
      expect(stdout).not.toMatch(/several days/i);
      expect(stdout).toMatch(/by the repeats of each side|No independent repeat run|one session/);
    },
  );

  it.each([
    ['vpref-VPrefDB', 'v7.5.8 v7.5.9 v7.5.10 v7.5.11 v8.0.0'],
    ['ver-v', 'v9.0.0 v22.2.19 v23.1.9 v23.1.10 v23.2.0-alpha.1 v23.2.0-rc.2 v23.2.0'],
  ])('versions with v have the order of releases: %s', async (name, ordered) => {
    const text = await readFile(caseOf(`k04-v-versions/${name}.ndjson`), 'utf8');
    const versions = [...text.matchAll(/"version": ?"([^"]+)"/g)].map(([, version = '']) => version);
    expect([...new Set(versions)].sort(compareVersions).join(' ')).toBe(ordered);
  });
});
