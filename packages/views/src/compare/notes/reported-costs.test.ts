import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toColumnSet } from '../column-set';
import { compareUrl } from '../compare-state';
import { heatmapModel } from '../heatmap/heatmap-model';
import { reportedNote } from '../heatmap/heatmap-row-summary';
import type { HeatmapData } from '../heatmap-data';
import { toHeatmapSelection } from '../heatmap-selection';

/** Three versions: the logs of 2.0 are not stored, only what a summary says of it. */
function mixed(sources: HeatmapData['sources']): HeatmapData {
  const data = heatmapData({
    throughput: [
      [100, 100, 100],
      [100, 100, 100],
    ],
    cpu_per_op: [
      [1, 0.96, 1],
      [1, 0.96, 1],
    ],
    write_kb_per_op: [
      [2, 2, 2],
      [2, 2, 2],
    ],
  });
  return { ...data, sources };
}

const noteOf = (data: HeatmapData, changes: Partial<typeof compareUrl.defaults> = {}) => {
  const state = { ...compareUrl.defaults, ...changes };
  return reportedNote(toHeatmapSelection(toColumnSet(data, state), state));
};

const TWO = mixed({ cpu_per_op: ['crc', 'crc'], write_kb_per_op: ['crc', 'crc'] });

describe('costs reported by a summary among computed costs', () => {
  it('are named by column, with how low they are', () => {
    const note = noteOf(TWO, { metric: 'cpu_per_op' });
    expect(note).toEqual({
      what: 'cpu/o of 2.0',
      rest:
        'is as a summary table reported it; the others are computed from raw logs. Reported cpu/o and cs/o are 4 to 5% low, ' +
        'so a difference of that size means nothing.',
      isMarked: true,
    });
    expect(noteOf(TWO, { metric: 'write_kb_per_op' })?.rest).not.toContain('low');
  });

  it('are marked in the cells of their metric, and in no other', () => {
    const classes = (metric: 'cpu_per_op' | 'throughput') => {
      const state = { ...compareUrl.defaults, metric };
      const { groups } = heatmapModel(toColumnSet(TWO, state), state);
      return groups.flatMap(({ rows }) =>
        rows.map(({ cells }) => cells.map(({ className }) => className.split(' ').includes('reported'))),
      );
    };
    expect(classes('cpu_per_op')).toEqual([
      [false, true, false],
      [false, true, false],
    ]);
    expect(classes('throughput').flat()).not.toContain(true);
  });

  it('are marked where the test has both, not where all columns were reported', () => {
    const data = mixed({ cpu_per_op: ['rrr', 'crc'] });
    const state = { ...compareUrl.defaults, metric: 'cpu_per_op' as const };
    const { groups } = heatmapModel(toColumnSet(data, state), state);
    const marked = groups.flatMap(({ rows }) =>
      rows.map(({ cells }) => cells.some((cell) => cell.className.includes('reported'))),
    );
    expect(marked).toEqual([false, true]);
  });

  it('are noted next to throughput when the row summary compares the two', () => {
    expect(noteOf(TWO)).toBeNull();
    const note = noteOf(TWO, { base: 'v2' });
    expect(note?.what).toBe('cpu/o and wKB/o of 2.0');
    expect(note?.rest).toContain('are as a summary table reported them; what stands against it is computed');
    expect(note?.isMarked).toBe(false);
  });

  it('say nothing of columns that are not shown', () => {
    expect(noteOf(TWO, { metric: 'cpu_per_op', cols: ['v1', 'v3'] })).toBeNull();
  });
});
