import { expect, it } from 'vitest';
import { planSchema } from '../plan/plan';
import { checkVersion } from '../servers/check-version';
import { parseThroughput } from './parse-throughput';

const testOf = (test: object) =>
  planSchema.parse({
    basecase: 1,
    variants: [{ version: '1', starter: 'postgres', binaries: '/x' }],
    tests: [{ name: 't', ...test }],
  }).tests[0] as Parameters<typeof parseThroughput>[1];
const sysbench = testOf({ tool: 'sysbench', script: 's' });
const pgbench = testOf({ tool: 'pgbench', builtin: 'select-only' });
const command = testOf({ tool: 'command', command: 'x', parse: { pattern: 'NOPM: (\\d+)' } });

it.each([
  [
    sysbench,
    '    transactions:      1131   (226.1 per sec.)\n    queries:   22620  (4522.17 per sec.)\n',
    4522.17,
  ],
  [sysbench, '    queries:   0  (0.00 per sec.)\n', null],
  [sysbench, 'FATAL: unable to connect\n', null],
  [pgbench, 'latency average = 0.1 ms\ntps = 9871.250034 (without initial connection time)\n', 9871.250034],
  [
    pgbench,
    'tps = 90.1 (including connections establishing)\ntps = 91.2 (excluding connections establishing)\n',
    91.2,
  ],
  [command, 'NOPM: 100\nNOPM: 250\n', 250],
  [command, 'nothing\n', null],
])('%#: reads what the tool printed', (test, output, throughput) => {
  expect(parseThroughput(output, test)).toBe(throughput);
});

it.each([
  ['15.18', '15.18 (Debian 15.18-0+deb12u1)'],
  ['10.11', '5.5.5-10.11.19-MariaDB-0+deb12u1'],
  ['8.0.43', '8.0.43'],
  ['18beta1', '18beta1'],
])('version %s is that of %s', (planned, found) => {
  expect(() => checkVersion({ version: planned }, found)).not.toThrow();
});

it.each([
  ['15.1', '15.18'],
  ['17.10', '17.9'],
  ['8.0.4', '8.0.43'],
])('version %s is not that of %s', (planned, found) => {
  expect(() => checkVersion({ version: planned }, found)).toThrow(`the server says ${found}`);
});

it('compares the version of the server with serverVersion if a line has its own name', () => {
  const build = { version: 'newest', serverVersion: '18.4' };
  expect(() => checkVersion(build, '18.4')).not.toThrow();
  expect(() => checkVersion(build, '18.3')).toThrow('the plan says version 18.4, the server says 18.3');
});
