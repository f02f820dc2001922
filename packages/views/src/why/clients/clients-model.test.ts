import type { ClientCurve } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { type ClientsModel, clientsModel, findKnee } from './clients-model';

const NAMES = { own: '9.5.0', base: '9.4.0' };
/** Thousands of queries per second at 1 to 64 clients. */
const BASE = { 1: 14.2, 2: 27.9, 4: 54.8, 8: 106, 16: 198, 32: 318, 48: 366, 64: 371 };

function curve(own: Record<number, number | null>, base: Record<number, number | null> = BASE): ClientCurve {
  return {
    unit: 'queries/s',
    isBase: false,
    points: Object.keys({ ...base, ...own })
      .map(Number)
      .map((clients) => ({
        clients,
        workload: `w-${clients}c`,
        test: 'read-write_range=100',
        own: own[clients] ?? null,
        base: base[clients] ?? null,
        results: 2,
      })),
  };
}

function modelOf(of: ClientCurve): ClientsModel {
  const model = clientsModel(of, NAMES);
  if ('missing' in model) throw new Error(model.missing);
  return model;
}

const times = (factors: Record<number, number>) =>
  Object.fromEntries(
    Object.entries(BASE).map(([clients, value]) => [clients, value * (factors[Number(clients)] ?? 1)]),
  );

describe('clientsModel', () => {
  it('says from which number of clients on it is slower, and where both stop scaling', () => {
    const { onset, knee, says } = modelOf(curve(times({ 16: 0.99, 32: 0.969, 48: 0.96, 64: 0.943 })));
    expect(onset).toBe(
      'The same up to 16 clients (0.99), slower from 32 clients on: 0.97 at 32, 0.96 at 48 and 0.94 at 64.',
    );
    expect(knee).toBe(
      'Both stop scaling at 32 clients: 64 bring 1.17 times as much in 9.4.0, 1.14 in 9.5.0.',
    );
    expect(says).toBe('queries/s, medians of 16 results on this server');
  });

  it.each([
    [{}, 'The same at every number of clients, within 3%.'],
    [{ 4: 0.9 }, 'No difference at 64 clients; it differs at 0.90 at 4 only.'],
    [
      { 1: 0.9, 48: 0.8, 64: 0.8 },
      /^Slower from 48 clients on: 0\.80 at 48 and 0\.80 at 64\. Before that 0\.90 at 1,/,
    ],
    [{ 64: 1.2 }, /faster from 64 clients on: 1\.20 at 64\.$/],
    [
      Object.fromEntries(Object.keys(BASE).map((clients) => [clients, 0.9])),
      /^Slower at every number of clients: 0\.90 at 1,/,
    ],
  ])('%j: %s', (factors, expected) => {
    const { onset } = modelOf(curve(times(factors)));
    if (typeof expected === 'string') expect(onset).toBe(expected);
    else expect(onset).toMatch(expected);
  });

  it('names the knee of each when they differ', () => {
    const own = { 1: 10, 2: 20, 4: 22, 8: 23 };
    const base = { 1: 10, 2: 20, 4: 40, 8: 80 };
    expect(modelOf(curve(own, base)).knee).toBe(
      '9.4.0 does not stop scaling up to 8 clients. 9.5.0 stops scaling at 2 clients: 8 bring 1.15 times as much.',
    );
    expect(modelOf(curve(base, base)).knee).toBe('Neither stops scaling up to 8 clients.');
  });

  it('leaves gaps where nothing was measured, and judges what both have', () => {
    const { chart, table } = modelOf(curve({ 1: 9, 4: 30 }, { 1: 10, 2: 20, 4: 40 }));
    expect(chart.points.map(({ clients, own, base }) => [clients, own, base])).toEqual([
      ['1', 9, 10],
      ['2', null, 20],
      ['4', 30, 40],
    ]);
    expect(table.rows.map(({ name, cells }) => [name, ...cells.map(({ text }) => text)])).toEqual([
      ['9.4.0', '10', '20', '40'],
      ['9.5.0', '9', '–', '30'],
      ['Ratio', '0.90', '–', '0.75'],
    ]);
    expect(table.rows[2]?.cells.map(({ emphasis }) => emphasis)).toEqual(['bad', null, 'bad']);
  });

  it('shows the base alone without a ratio', () => {
    const { onset, table } = modelOf({ ...curve(BASE), isBase: true });
    expect([onset, table.rows.map(({ name }) => name)]).toEqual(['9.5.0 is the base.', ['9.5.0']]);
  });

  it('suggests a run if there is one number of clients', () => {
    expect(clientsModel(curve({ 40: 10 }, { 40: 11 }), NAMES)).toEqual({
      missing: expect.stringMatching(/^9\.5\.0 was measured with 40 clients only\. Run the same test/),
    });
  });
});

describe('findKnee', () => {
  const points = (values: Record<number, number>) =>
    Object.entries(values).map(([clients, value]) => ({ clients: Number(clients), value }));

  it('is the last point that was worth its clients', () => {
    expect(findKnee(points({ 1: 10, 2: 19, 4: 24, 8: 25 }))).toBe(1);
    expect(findKnee(points({ 1: 10, 2: 13, 4: 17 }))).toBeNull();
    expect(findKnee(points({ 1: 10, 2: 12 }))).toBe(0);
  });

  it('measures steps of other sizes by the same power', () => {
    // 1.3^log2(1.5) = 1.166
    expect(findKnee(points({ 32: 100, 48: 117 }))).toBeNull();
    expect(findKnee(points({ 32: 100, 48: 116 }))).toBe(0);
  });

  it('ignores a dip after which scaling continues', () => {
    expect(findKnee(points({ 1: 10, 2: 11, 4: 40 }))).toBeNull();
    expect(findKnee([])).toBeNull();
  });
});
