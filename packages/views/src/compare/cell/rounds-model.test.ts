import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toColumnSet } from '../column-set';
import { compareUrl } from '../compare-state';
import { cellLabel, heatmapReadout } from '../heatmap/heatmap-readout';
import type { HeatmapData } from '../heatmap-data';
import { toHeatmapSelection } from '../heatmap-selection';
import { panelVerdict } from './chart-model';
import { ROUNDS_SIZE, roundsModel } from './rounds-model';

const NOISE: HeatmapData['noise'] = { kind: { clients: 1, cached: true }, server: 'virtual', pairs: [] };
const selectionOf = (data: HeatmapData) =>
  toHeatmapSelection(toColumnSet(data, compareUrl.defaults), compareUrl.defaults);
/** 24 rounds around `middle`, every third 2% off, one lost. */
const slices = (middle: number) =>
  Array.from({ length: 24 }, (_, round) => (round === 4 ? null : middle * (round % 3 === 0 ? 1.02 : 1)));

function recorded(rounds: HeatmapData['rounds']): HeatmapData {
  return { ...heatmapData({ throughput: [[1000, 960]] }), noise: NOISE, ...(rounds && { rounds }) };
}
const recording = (id: string, base: (number | null)[], own: (number | null)[]) => ({
  id,
  restartEvery: 6,
  values: [[base, own]],
});
const flat = Array.from({ length: 24 }, () => 1000);
const data = recorded([recording('a', flat, slices(955))]);
const modelOf = (own: HeatmapData, column = 1) => roundsModel(selectionOf(own), { row: 0, column });

describe('rounds of a cell', () => {
  it('say the change with its interval, how many agree, and what more would take', () => {
    const model = modelOf(data);
    expect(model).toMatchObject({
      strong: expect.stringMatching(/^23 rounds, −3\.5% ± \d\.\d%$/),
      rest: '23 of 23 rounds are slower. Sure: the interval doesn’t reach 1.00.',
    });
    if ('missing' in model) throw new Error(model.missing);
    expect(model.table).toHaveLength(23);
    expect(model.table[0]).toEqual({ round: '1', ratio: '0.974' });
    expect(model.table.map(({ round }) => round)).not.toContain('5');
  });

  it('draw each round and each restart of the servers', () => {
    const model = modelOf(data);
    if ('missing' in model) throw new Error(model.missing);
    const { points, restarts, same, middle, tone, ticks, rounds } = model.chart;
    expect(points).toHaveLength(23);
    expect(restarts).toHaveLength(3);
    expect(middle).toBeGreaterThan(same);
    expect(tone).toBe('bad');
    expect(ticks.map(({ text }) => text)).toContain('1.00');
    expect([rounds[0]?.text, rounds.at(-1)?.text]).toEqual(['1', '24']);
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(ROUNDS_SIZE.left);
      expect(y).toBeLessThanOrEqual(ROUNDS_SIZE.height - ROUNDS_SIZE.bottom);
    }
  });

  it('are not paired across recordings, and fewer than 8 are not judged as rounds', () => {
    expect(modelOf(data, 0)).toMatchObject({ missing: expect.stringMatching(/^This is the base/) });
    expect(modelOf(recorded(undefined))).toMatchObject({
      missing: expect.stringMatching(/^No interleaved runs/),
      command: 'npx basecase record PLAN',
    });
    const apart = recorded([recording('a', flat, []), recording('b', [], flat)]);
    expect(modelOf(apart)).toMatchObject({ missing: expect.stringMatching(/not in the same recording/) });
    const few = recorded([recording('a', flat.slice(0, 5), flat.slice(0, 5))]);
    expect(modelOf(few)).toMatchObject({ missing: expect.stringMatching(/^Both have 5 rounds/) });
  });

  it('replace repeats in the readout', () => {
    const selection = selectionOf({ ...data, repeats: [[24, 23]], spread: [[0.02, 0.04]] });
    expect(heatmapReadout(selection, 0, 1)?.repeats).toMatch(/^23 rounds, −3\.5% ± \d\.\d%$/);
    expect(heatmapReadout(selection, 0, 0)?.repeats).toBe('24 rounds');
  });
});

describe('runs of another length', () => {
  const selection = selectionOf({ ...recorded(undefined), seconds: [[[300], [60]]] });

  it('are shown but not judged if lengths differ, with both lengths as the reason', () => {
    const words = 'run for another time: 60 s, the base 300 s';
    expect(heatmapReadout(selection, 0, 1)).toMatchObject({ verdict: 'missing', unjudged: words });
    expect(cellLabel(selection, 0, 1)).toContain(words);
    expect(panelVerdict(selection, { row: 0, column: 1 })).toMatchObject({
      words: 'Not judged',
      notes: ['Run for another time: 60 s, the base 300 s.'],
    });
  });
});
