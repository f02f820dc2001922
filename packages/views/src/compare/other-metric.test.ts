import type { MetricId } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { makeView } from '../testing/test-view';
import { panelModel } from './cell/panel-model';
import { toColumnSet } from './column-set';
import { type CompareState, compareUrl } from './compare-state';
import { heatmapModel } from './heatmap/heatmap-model';
import { type HeatmapData, toHeatmapData } from './heatmap-data';
import { offeredMetrics, toHeatmapSelection } from './heatmap-selection';
import { toInitialPayload } from './initial-payload';

/** One test of db_bench that takes 7% more CPU and is 7% slower, which is unclear on a server with unknown noise. */
const data: HeatmapData = {
  ...toHeatmapData(
    makeView({
      benchmark: 'db_bench',
      columns: ['RocksDB 8.0.2 - -', 'RocksDB 10.8.2 - -'],
      tests: {
        'readrandom.t1': [
          { throughput: 1000, cpu_per_op: 0.1 },
          { throughput: 930, cpu_per_op: 0.107 },
        ],
      },
    }),
  ),
  noise: { kind: { clients: 1, cached: true }, server: 'unknown', pairs: [] },
};
const ofMetric = (metric: MetricId): CompareState => ({ ...compareUrl.defaults, metric });
const rowOf = (state: CompareState, of = data) =>
  heatmapModel(toColumnSet(of, state), state).groups[0]?.rows[0];
const selectionOf = (metric: MetricId) => {
  const state = ofMetric(metric);
  return toHeatmapSelection(toColumnSet(data, state), state);
};

describe('a heatmap of another metric than throughput', () => {
  it('offers the metric that it shows, though the benchmark has no switch for it', () => {
    const selection = selectionOf('cpu_per_op');
    expect(selection.metric).toBe('cpu_per_op');
    expect(offeredMetrics(selection)).toEqual(['throughput', 'cpu_per_op']);
    expect(panelModel(selection, { row: 0, column: 1 })?.metrics).toContain('cpu/o');
    expect(offeredMetrics(selectionOf('throughput'))).toEqual(['throughput']);
    expect(offeredMetrics(selectionOf('read_kb_per_op'))).toEqual(['throughput']);
  });

  it.each(['verdicts', 'thresholds'] as const)(
    'judges what it says of throughput by the rule of it: %s',
    (rule) => {
      const summaryOf = (metric: MetricId) => {
        const row = rowOf({ ...ofMetric(metric), rule });
        return { firstBad: row?.firstBad, largestStep: row?.largestStep, explained: row?.explained };
      };
      expect(summaryOf('cpu_per_op')).toEqual(summaryOf('throughput'));
      expect(summaryOf('cpu_per_op').firstBad).toBe(rule === 'verdicts' ? null : '10.8.2');
    },
  );

  it('is sent with the verdicts that its sentence needs', () => {
    expect(toInitialPayload(data, ofMetric('cpu_per_op')).verdicts).toEqual(
      toInitialPayload(data, ofMetric('throughput')).verdicts,
    );
    expect(toInitialPayload(data, ofMetric('cpu_per_op')).verdicts).toHaveLength(1);
  });
});
