import { describe, expect, it } from 'vitest';
import type { RecordChange, StoredRecord } from '../stored-record';
import { planRecords, type RecordStep } from './plan-records';

// Versions are their own sort keys here: 15 < 16 < 17.

const change = (lastGood: string, firstBad: string, more: Partial<RecordChange> = {}): RecordChange => ({
  kind: 'regression',
  workloadId: 1,
  testId: 1,
  productId: 1,
  line: null,
  series: null,
  build: null,
  fingerprint: `f ${firstBad}`,
  firstBadId: Number(firstBad),
  lastGoodId: Number(lastGood),
  firstBad,
  lastGood,
  firstBadKey: firstBad,
  lastGoodKey: lastGood,
  changedBuild: { flavour: null, config: 'main' },
  lastSeen: '19',
  step: 'step',
  verdict: 'regression',
  ratio: 0.8,
  levelRatio: 0.8,
  band: 0.05,
  p: 0.001,
  stop: null,
  explanation: null,
  cause: 'c',
  reason: 'CPU',
  fixedSeen: null,
  parserVersion: 1,
  onlyIfKnown: false,
  ...more,
});

const record = (id: number, of: RecordChange, more: Partial<StoredRecord> = {}): StoredRecord => {
  const { onlyIfKnown: _, ...numbers } = of;
  const told = { state: 'new', stateBeforeFix: null, withdrawn: false, wasSure: true } as const;
  return { ...numbers, ...told, heatmapId: 1, id, slug: `r${id}`, ...more };
};

/** Where only one config has it. */
const onLine = (config: string): Partial<RecordChange> => {
  const build = { flavour: null, config };
  return { build, changedBuild: build, fingerprint: `f ${config}`, firstBadId: 100 };
};

const words = (steps: readonly RecordStep[]) =>
  steps.map((step) => {
    const id = 'record' in step ? ` ${step.record.id}` : '';
    const at = 'change' in step ? ` ${step.change.lastGood}→${step.change.firstBad}` : '';
    const more = step.action === 'merge' ? ` into ${step.into}` : '';
    return `${step.action}${id}${at}${more}${'splitFrom' in step && step.splitFrom ? ` from ${step.splitFrom}` : ''}`;
  });

const plan = (records: StoredRecord[], changes: RecordChange[]) => words(planRecords(records, changes));

describe('planRecords', () => {
  it('creates what is new and withdraws what is gone', () => {
    expect(plan([], [change('15', '16')])).toEqual(['create 15→16']);
    expect(plan([record(1, change('15', '16'))], [])).toEqual(['withdraw 1']);
    expect(plan([record(1, change('15', '16'), { withdrawn: true })], [])).toEqual([]);
  });

  it('keeps a record whose change is the same, whatever lies around it', () => {
    expect(plan([record(1, change('15', '17'))], [change('16', '17')])).toEqual(['update 1 16→17']);
  });

  it('moves a record to the change that its versions cover', () => {
    expect(plan([record(1, change('15', '18'))], [change('15', '16')])).toEqual(['update 1 15→16']);
    expect(plan([record(1, change('15', '16'))], [change('16', '17')])).toEqual([
      'create 16→17',
      'withdraw 1',
    ]);
  });

  it('splits a record', () => {
    const steps = plan([record(1, change('15', '17'))], [change('15', '16'), change('16', '17')]);
    expect(steps).toEqual(['update 1 16→17', 'create 15→16 from 1']);
  });

  it('gives the record to the larger of two changes that it covers', () => {
    const steps = plan(
      [record(1, change('14', '18'))],
      [change('14', '15', { levelRatio: 0.95 }), change('16', '17', { levelRatio: 0.7 })],
    );
    expect(steps).toEqual(['update 1 16→17', 'create 14→15 from 1']);
  });

  it('merges a record into the change that covers it', () => {
    const records = [record(1, change('15', '16')), record(2, change('16', '17'))];
    expect(plan(records, [change('15', '17')])).toEqual(['update 2 15→17', 'merge 1 into 2']);
  });

  it('merges a record into the change before it that took its size over', () => {
    const records = [
      record(1, change('15', '16', { levelRatio: 0.9 })),
      record(2, change('16', '17', { levelRatio: 0.85 })),
    ];
    expect(plan(records, [change('15', '16', { levelRatio: 0.8 })])).toEqual([
      'update 1 15→16',
      'merge 2 into 1',
    ]);
    expect(plan(records, [change('15', '16', { levelRatio: 0.9 })])).toEqual([
      'update 1 15→16',
      'withdraw 2',
    ]);
  });

  it('brings a withdrawn record back instead of making a second one', () => {
    const gone = record(1, change('15', '16'), { withdrawn: true });
    expect(plan([gone], [change('15', '16')])).toEqual(['reinstate 1 15→16']);
  });

  it('makes no record of what may be one bad run, and keeps the one that is there', () => {
    const unsure = change('15', '16', { onlyIfKnown: true });
    expect(plan([], [unsure])).toEqual([]);
    expect(plan([record(1, change('15', '16'))], [unsure])).toEqual(['update 1 15→16']);
  });

  it.each<[string, Partial<RecordChange>]>([
    ['kind', { kind: 'improvement' }],
    ['workload', { workloadId: 2 }],
    ['test', { testId: 2 }],
    ['product', { productId: 2 }],
    ['line', onLine('x')],
  ])('never mixes two records that differ in %s', (_, more) => {
    const other = change('15', '17', { ...more, fingerprint: 'other' });
    // In the order of their scopes: a record that goes, and a change that is new.
    expect(plan([record(1, change('14', '16'))], [other]).sort()).toEqual(['create 15→17', 'withdraw 1']);
  });

  it('follows the main line to another config', () => {
    const moved = change('15', '16', { changedBuild: { flavour: null, config: 'x' }, fingerprint: 'x 16' });
    expect(plan([record(1, change('15', '16'))], [moved])).toEqual(['update 1 15→16']);
  });

  it('keeps the record of a line that becomes the main one', () => {
    const own = change('15', '16', onLine('x'));
    expect(plan([record(1, own)], [{ ...own, build: null }])).toEqual(['update 1 15→16']);
  });

  it('moves the record of a config that was joined to another one', () => {
    const own = record(1, change('15', '17', onLine('z12b')));
    const joined = change('15', '16', { changedBuild: { flavour: null, config: 'z12a' } });
    expect(plan([own], [joined])).toEqual(['create 15→16', 'withdraw 1']);
    const lineOf = (config: string) => (config === 'z12b' ? 'z12a' : config);
    expect(words(planRecords([own], [joined], lineOf))).toEqual(['update 1 15→16']);
  });

  it('merges the record of a line into that of another with the same first bad version', () => {
    const records = [record(1, change('15', '16')), record(2, change('15', '16', onLine('x')))];
    expect(plan(records, [change('15', '16')])).toEqual(['update 1 15→16', 'merge 2 into 1']);
    const later = [record(1, change('15', '17')), record(2, change('15', '16', onLine('x')))];
    expect(plan(later, [change('15', '17')])).toEqual(['update 1 15→17', 'withdraw 2']);
  });
});
