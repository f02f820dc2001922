import type { DisclosedRun } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { discloseRuns, disclosureCount, disclosureParts, missingText } from './disclosure';

const bare: DisclosedRun = {
  id: '7',
  column: 'mysql-9.5.0',
  product: 'MySQL',
  version: '9.5.0',
  versionKnown: true,
  commit: null,
  flavour: null,
  config: 'z12a',
  configText: null,
  facts: {},
  startedAt: null,
  cached: null,
  tools: [],
  clients: [],
  results: 3,
  commands: 0,
  command: null,
  server: { slug: 'pn53', name: 'pn53', cores: 8, cpu: null, memoryBytes: null, storage: null, os: null },
  workload: {
    slug: 'w',
    benchmark: 'sysbench',
    label: 'sysbench',
    details: [],
    clients: null,
    origin: 'uploaded',
    relativeTo: null,
    source: null,
  },
};

const whole: DisclosedRun = {
  ...bare,
  flavour: 'rel_o2nofp',
  configText: '[mysqld]\ntransaction_isolation=READ-COMMITTED\n',
  facts: {
    kernel: '6.8.0',
    governor: 'performance',
    numa: '1 node',
    storage: 'ext4, Samsung SSD 980',
  },
  startedAt: '2026-11-20T18:03:00.000Z',
  cached: true,
  tools: ['sysbench 1.0.20'],
  clients: [1],
  commands: 3,
  command: 'sysbench oltp_insert run',
  server: { ...bare.server, cpu: 'AMD Ryzen 7', memoryBytes: 32 * 2 ** 30 },
  workload: { ...bare.workload, details: ['1 table × 50M rows', '1 client'], clients: 1 },
};

const itemOf = (runs: readonly DisclosedRun[], id: string) =>
  discloseRuns(runs)?.items.find((item) => item.id === id);

describe('the disclosure card', () => {
  it('is not there without a run', () => {
    expect(discloseRuns([])).toBeNull();
  });

  it('has 17 items, each known with its source or missing with how to record it', () => {
    const [none, all] = [discloseRuns([bare]), discloseRuns([whole])];
    expect([none, all].map((one) => one && disclosureCount(one))).toEqual([
      '1 of 17 known',
      '17 of 17 known',
    ]);
    for (const item of [...(none?.items ?? []), ...(all?.items ?? [])]) {
      expect(item.record === null, item.id).toBe(item.state === 'known');
      expect(item.value === null, item.id).toBe(item.state === 'missing');
      expect(item.source === null, item.id).toBe(item.state === 'missing');
    }
    expect(itemOf([bare], 'kernel')?.record).toBe('Fact "kernel" in basecase.json: uname -r');
  });

  it('reads isolation level and file system where the config and the storage name them', () => {
    expect(itemOf([whole], 'isolation')).toMatchObject({ value: 'read committed', source: 'config file' });
    expect(itemOf([whole], 'filesystem')).toMatchObject({ value: 'ext4', source: 'storage' });
    const postgres = { ...bare, configText: "default_transaction_isolation = 'repeatable read'\n" };
    expect(itemOf([postgres], 'isolation')?.value).toBe('repeatable read');
  });

  it('takes the default of a product for unknown', () => {
    expect(itemOf([{ ...whole, configText: '#transaction_isolation=x\nport=1\n' }], 'isolation')?.state).toBe(
      'missing',
    );
  });

  it('does not count a command line that only some tests have', () => {
    expect(itemOf([{ ...whole, commands: 2 }], 'command')?.state).toBe('missing');
    expect(itemOf([whole], 'command')?.value).toBe('sysbench oltp_insert run (the first of 3)');
  });

  it('takes a compiler without options, and guessed cores, for unknown', () => {
    const gcc = (compiler: string) => itemOf([{ ...bare, facts: { compiler } }], 'flags')?.state;
    expect([gcc('gcc 13.2'), gcc('gcc 13.2 -O2')]).toEqual(['missing', 'known']);
    const flavour = (name: string) => itemOf([{ ...bare, flavour: name }], 'flags')?.state;
    expect([flavour('rel'), flavour('rel_o2nofp')]).toEqual(['missing', 'known']);
    const guessed = { ...whole, server: { ...whole.server, coresGuessed: true as const } };
    expect(itemOf([guessed], 'cpu')?.value).toBe('AMD Ryzen 7');
    expect(itemOf([whole], 'cpu')?.value).toBe('AMD Ryzen 7, 8 cores');
  });

  it('knows of several runs what all of them state', () => {
    const runs = [whole, { ...whole, facts: { ...whole.facts, kernel: '6.14.0' } }, { ...whole, facts: {} }];
    const kernel = itemOf(runs, 'kernel');
    expect(kernel).toMatchObject({ state: 'missing', value: '6.8.0; 6.14.0', missingIn: 1 });
    expect(kernel && missingText(kernel, runs.length)).toBe('missing in 1 of 3 runs');
    expect(itemOf(runs.slice(0, 2), 'kernel')?.state).toBe('known');
  });

  it('lists the first of many values, and the span of dates', () => {
    const runs = Array.from({ length: 5000 }, (_, index) => ({
      ...whole,
      version: `9.${index}`,
      startedAt: `2026-${index % 2 === 0 ? '11' : '03'}-20T18:03:00.000Z`,
    }));
    expect(itemOf(runs, 'software')?.value).toBe('MySQL 9.0; MySQL 9.1; MySQL 9.2; MySQL 9.3; and 4996 more');
    expect(itemOf(runs, 'dates')?.value).toBe('20 Mar 2026 to 20 Nov 2026');
  });

  it('is a heading and a line for each item where it is text', () => {
    const card = discloseRuns([{ ...whole, facts: { kernel: '6.8.0' } }]);
    const [heading, list] = card ? disclosureParts(card) : [];
    expect(heading).toEqual({ heading: 'Disclosure: 13 of 17 known' });
    expect(list && 'items' in list ? list.items : []).toContainEqual({
      label: 'Kernel',
      text: '6.8.0 (facts of the run)',
    });
    expect(list && 'items' in list ? list.items : []).toContainEqual({
      label: 'NUMA',
      text: 'missing. To record it: Fact "numa" in basecase.json: lscpu | grep "NUMA node(s)", and numactl where it was used',
    });
  });
});
