import type { CellProfile } from '@basecase/db/types';
import type { Profile } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { type FlamegraphModel, flamegraphModel, neighbourFrame, zoomIcicles } from './flamegraph-model';

const NAMES = { own: '9.5.0', base: '9.4.0' };
const NONE: CellProfile = { runId: null, cpuMicros: null, profile: null, files: [], unused: [] };

/** all: execute (search, commit (log_write)), io. */
function profile(samples: { search: number; log: number; io: number }): Profile {
  const { search, log, io } = samples;
  return {
    unit: 'samples',
    leftOut: 0,
    frames: [
      { name: 'all', parent: -1, value: search + log + io },
      { name: 'execute', parent: 0, value: search + log },
      { name: 'io', parent: 0, value: io },
      { name: 'search', parent: 1, value: search },
      { name: 'commit', parent: 1, value: log },
      { name: 'log_write', parent: 4, value: log },
    ],
  };
}

const cell = (of: Profile, cpuMicros: number | null): CellProfile => ({
  ...NONE,
  runId: '1',
  cpuMicros,
  profile: of,
  files: [{ artifactId: '7', file: 'a.svg' }],
});

const BASE = cell(profile({ search: 60, log: 20, io: 20 }), 100);
const OWN = cell(profile({ search: 60, log: 30, io: 20 }), 110);

function modelOf(own: CellProfile, base: CellProfile | null): FlamegraphModel {
  const model = flamegraphModel({ cell: own, base }, NAMES);
  if ('missing' in model) throw new Error(model.missing);
  return model;
}

describe('flamegraphModel', () => {
  const { icicles, sentence, changed } = modelOf(OWN, BASE);
  const [base, own] = icicles;
  const frame = (name: string, of = own) => of?.frames.find((each) => each.name === name);

  it('draws both on one scale of µs per operation', () => {
    expect(icicles.map(({ name, says }) => [name, says])).toEqual([
      ['9.4.0', '100 µs per operation'],
      ['9.5.0', '110 µs per operation, +10'],
    ]);
    expect(frame('all', base)?.width).toBeCloseTo(100 / 1.1, 9);
    expect(frame('all')?.width).toBeCloseTo(100, 9);
    // After execute, which has 90 of 110 samples.
    expect(frame('io')?.left).toBeCloseTo(9000 / 110, 9);
    expect(frame('log_write')?.row).toBe(3);
  });

  it('tints a frame by its own change, and not what calls it, nor the base', () => {
    expect(
      Object.fromEntries(own?.frames.map(({ name, level, change }) => [name, level + change]) ?? []),
    ).toEqual({
      all: 'n',
      execute: 'n',
      io: 'n',
      search: 'n',
      commit: 'n',
      log_write: 'r4+10',
    });
    expect(base?.frames.every(({ level }) => level === 'n')).toBe(true);
  });

  it('says where the difference is, and lists what changed itself', () => {
    expect(sentence).toBe('10 of the 10 µs more are in log_write itself.');
    expect(changed).toEqual([{ name: 'log_write', base: '20', own: '30', change: '+10', emphasis: 'bad' }]);
    expect(modelOf(BASE, BASE).sentence).toBe('No function changed by more than 0.5% of the CPU time.');
    const moved = cell(profile({ search: 40, log: 40, io: 20 }), 100);
    expect(modelOf(moved, BASE).sentence).toBe(
      'log_write itself takes 20 µs more, the largest change; all together about the same.',
    );
  });

  it('shows shares of samples if the cost per operation is unknown', () => {
    const model = modelOf(cell(profile({ search: 60, log: 30, io: 10 }), null), BASE);
    expect([model.unit, model.icicles.map(({ says }) => says)]).toEqual([
      '% of samples',
      ['all samples', 'all samples, ±0'],
    ]);
    expect(model.changed[0]).toMatchObject({ name: 'io', change: '−10', emphasis: 'good' });
  });

  it('shows one alone, and suggests what to record', () => {
    const alone = modelOf(OWN, NONE);
    expect([alone.icicles.length, alone.changed]).toEqual([1, []]);
    expect(alone.sentence).toMatch(/^Of 9\.5\.0 alone: No flame graph was recorded for 9\.4\.0\./);
    expect(flamegraphModel({ cell: NONE, base: OWN }, NAMES)).toEqual({
      missing: expect.stringMatching(
        /^No flame graph was recorded for 9\.5\.0\. Record one with perf record/,
      ),
    });
    const unused = [{ artifactId: '1', file: 'x.svg', reason: 'gone' }];
    expect(flamegraphModel({ cell: { ...NONE, runId: '1', unused }, base: null }, NAMES)).toEqual({
      missing: "The flame graphs of 9.5.0 can't be read: x.svg: gone.",
    });
    const removed = 'The raw files were removed.';
    expect(flamegraphModel({ cell: { ...NONE, runId: '1', removed }, base: BASE }, NAMES)).toEqual({
      missing: '9.5.0: The raw files were removed.',
    });
  });
});

describe('zoomIcicles', () => {
  const { icicles } = modelOf(OWN, BASE);
  const path = icicles[1]?.frames.find(({ name }) => name === 'commit')?.path ?? '';

  it('makes the frame as wide as all, in both, with its callers above', () => {
    const [base, own] = zoomIcicles(icicles, path);
    const widths = (of: typeof own) =>
      of?.frames.map(({ name, left, width }) => [name, left, Math.round(width)]);
    expect(widths(own)).toEqual([
      ['all', 0, 100],
      ['execute', 0, 100],
      ['commit', 0, 100],
      ['log_write', 0, 100],
    ]);
    expect(widths(base)?.at(-1)).toEqual(['log_write', 0, 67]);
  });

  it('says of an icicle without the frame that it is not there', () => {
    const [base] = zoomIcicles(
      icicles.map((icicle) => (icicle.side === 'base' ? { ...icicle, frames: [] } : icicle)),
      path,
    );
    expect(base).toMatchObject({ says: 'not in this one', frames: [] });
    expect(zoomIcicles(icicles, null)).toEqual(icicles);
    expect(zoomIcicles(icicles, 'gone')).toEqual(icicles);
  });

  it('finds the neighbours of a frame', () => {
    const frames = icicles[1]?.frames ?? [];
    const to = (from: string, key: string) => {
      const start = frames.find(({ name }) => name === from);
      return neighbourFrame(frames, start?.path ?? '', key)?.name ?? null;
    };
    expect([to('commit', 'ArrowUp'), to('commit', 'ArrowDown'), to('commit', 'ArrowLeft')]).toEqual([
      'execute',
      'log_write',
      'search',
    ]);
    expect([to('execute', 'ArrowDown'), to('execute', 'ArrowRight'), to('all', 'ArrowUp')]).toEqual([
      'search',
      'io',
      null,
    ]);
  });
});
