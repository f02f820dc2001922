import type { CompareView } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { toViewReport } from '../../report/view-report';
import { heatmapData } from '../../testing/test-heatmap-data';
import { makeView } from '../../testing/test-view';
import { sharedNameText } from '../../text/words';
import { toColumnSet } from '../column-set';
import { compareUrl } from '../compare-state';
import { type ExportFormat, exportTable } from '../export-table';
import { type HeatmapData, toHeatmapData } from '../heatmap-data';
import { metricLabel, toHeatmapSelection } from '../heatmap-selection';
import { unitsNotes } from './units-note';

const MS: MetricId = 'open:lower:ms:latency';

function dataOf(values: Partial<Record<MetricId, (number | null)[][]>>) {
  return { ...heatmapData(values), metrics: Object.keys(values) as MetricId[] };
}

const notes = (values: Partial<Record<MetricId, (number | null)[][]>>) =>
  unitsNotes(dataOf(values)).map(({ name, rest }) => `${name} ${rest.split('.')[0]}`);

describe('the note of units', () => {
  it('is empty when every name means one kind of number', () => {
    expect(notes({ throughput: [[1, 2]], [MS]: [[1, 2]], 'open:lower:ms:p99': [[1, 2]] })).toEqual([]);
  });

  it('names what is kept apart', () => {
    expect(notes({ throughput: [[1, 2]], [MS]: [[1, null]], 'open:none:rows:latency': [[null, 2]] })).toEqual(
      ['latency is in ms (less is better) in some results and in rows (not judged) in others'],
    );
  });

  it('names the test with a throughput of another kind', () => {
    expect(notes({ throughput: [[1, null]], 'open:higher:rows/s:throughput': [[null, 5]] })).toEqual([
      'throughput is in queries/s (of point-query_range=1) in some results and in rows/s (more is better) in others',
    ]);
  });
});

describe('a metric of a tool without a parser', () => {
  const select = (metric: MetricId) => {
    const data = dataOf({ throughput: [[1, 2]], [MS]: [[1, 2]] });
    const state = { ...compareUrl.defaults, metric };
    return toHeatmapSelection(toColumnSet(data, state), state).metric;
  };

  it('is found by an address that names another unit', () => {
    expect(select('open:lower:µs:latency')).toBe(MS);
    expect(select('open:lower:rows:latency')).toBe('throughput');
  });

  it('is called by its name and its unit', () => {
    const data = dataOf({ [MS]: [[1]] });
    expect(metricLabel(data, MS)).toBe('latency (ms)');
    expect(metricLabel(data, 'open:higher::score')).toBe('score');
  });

  it('has its throughput in the unit of its tests, where all have one', () => {
    const data = dataOf({ throughput: [[1], [2]] });
    const inUnits = (...units: string[]) => ({
      ...data,
      workload: { ...data.workload, benchmark: 'mybench', throughputLabel: 'Throughput' },
      rows: data.rows.map((row, index) => ({ ...row, unit: units[index] ?? '' })),
    });
    expect(metricLabel(inUnits('ops/s', 'ops/s'), 'throughput')).toBe('Throughput (ops/s)');
    expect(metricLabel(inUnits('ops/s', 'rows/s'), 'throughput')).toBe('Throughput');
    expect(metricLabel(data, 'throughput')).toBe('QPS');
  });
});

describe('the name of a server that nothing named', () => {
  it('is noted in the table in Markdown, JSON and CSV and in the report, and not in the published shape of TSV', () => {
    const named = makeView({
      benchmark: 'sysbench',
      columns: ['MySQL 8.0.43 - -', 'MySQL 9.5.0 - -'],
      tests: { scan: [100, 90] },
    });
    const view = { ...named, server: { ...named.server, name: '8-core c8r32' }, sharedBy: 20 };
    const noise: HeatmapData['noise'] = {
      kind: { clients: 1, cached: true },
      server: 'unknown',
      pairs: [],
    };
    const toText = (of: CompareView, format: ExportFormat) =>
      exportTable({ view: of, data: toHeatmapData(of) }, compareUrl.defaults, format);
    const note = sharedNameText(view.server, 20);
    expect(note).toContain('20 uploads share it');
    expect(toText(view, 'md')).toContain(`\n${note}\n`);
    expect(JSON.parse(toText(view, 'json'))).toMatchObject({ serverNote: note });
    expect(JSON.parse(toText(named, 'json'))).not.toHaveProperty('serverNote');
    const [head, first] = toText(view, 'csv').split('\n');
    expect(head).toMatch(/,note$/);
    expect(first).toContain(note);
    expect(toText(named, 'csv')).not.toContain('note');
    expect(toText(view, 'tsv')).toBe(toText(named, 'tsv'));
    const data: HeatmapData = { ...toHeatmapData(view), noise };
    expect(toViewReport({ view, data, state: compareUrl.defaults }).report.rule.sentence).toContain(note);
  });
});
