import type { CellEvidence, EvidenceMeasurement } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { prepareEvidence, throughputLines } from './prepare-evidence';

const column = {
  slug: 'v1',
  label: 'x.my9500',
  product: 'MySQL',
  version: '9.5.0',
  flavour: null,
  config: null,
  runs: 1,
};

function measured(
  metric: MetricId,
  value: number,
  change: Partial<EvidenceMeasurement> = {},
): EvidenceMeasurement {
  return {
    metric,
    value,
    unit: '',
    source: 'reported',
    formula: null,
    artifactId: 'a1',
    file: 'x.my9500/sb.o.update-index.range100',
    line: 29,
    lineEnd: 29,
    ...change,
  };
}

function evidence(repeats: EvidenceMeasurement[][]): CellEvidence {
  return {
    column,
    test: 'update-index_range=100',
    status: 'ok',
    results: repeats.map((measurements, index) => ({
      runId: 'r1',
      repeat: index + 1,
      status: 'ok',
      startedAt: null,
      command: null,
      tool: 'sysbench 1.1.0',
      device: null,
      measurements,
    })),
    configText: null,
    artifacts: [],
  };
}

describe('evidence', () => {
  it('shows latency in ms, the median of the repeats, against the base', () => {
    const cell = evidence([[measured('latency_avg', 0.004)], [measured('latency_avg', 0.002)]]);
    const base = evidence([[measured('latency_avg', 0.0015)]]);
    expect(prepareEvidence({ cell, base, excerpt: null }).latencies).toEqual([
      { label: 'avg', own: '3.00', base: '1.50', ratio: '2.00' },
    ]);
  });

  it('shows how far repeats are apart', () => {
    const model = prepareEvidence({
      cell: evidence([
        [measured('throughput', 3300)],
        [measured('throughput', 3400)],
        [measured('throughput', 3500)],
      ]),
      base: null,
      excerpt: null,
    });
    // (3500 - 3300) / 3400
    expect(model.spread).toBe('5.9%');
    expect(model.repeats.map((repeat) => repeat.throughput)).toEqual([
      '3\u202f300',
      '3\u202f400',
      '3\u202f500',
    ]);
  });

  it('shows a computed number with the numbers of its formula, and the reported one beside it', () => {
    const cell = evidence([
      [
        measured('throughput', 3425.59),
        measured('cpu_percent', 22.2),
        measured('cpu_per_op', 22.2 / 3425.59, { source: 'computed', line: 3, lineEnd: 902 }),
        measured('cpu_per_op', 0.006198, { line: 6, lineEnd: 6 }),
      ],
    ]);
    const sources = prepareEvidence({ cell, base: null, excerpt: null }).sources.filter(
      (s) => s.label === 'cpu/o',
    );
    expect(sources.map(({ value, how, lines }) => [value, how, lines])).toEqual([
      ['0.006481', 'mean CPU / QPS = 22.2 / 3\u202f426', 'lines 3–902'],
      ['0.006198', 'as reported', 'line 6'],
    ]);
  });

  it('knows a published figure by its lack of logs', () => {
    const nowhere = { artifactId: null, file: null, line: null, lineEnd: null };
    const cell = evidence([[measured('throughput', 0.93, nowhere)]]);
    expect(prepareEvidence({ cell, base: null, excerpt: null }).hasLogs).toBe(false);
    expect(throughputLines(cell)).toBeNull();
  });

  it('asks for the lines of the throughput first', () => {
    expect(throughputLines(evidence([[measured('throughput', 1)]]))).toEqual({
      artifactId: 'a1',
      line: 29,
      lineEnd: 29,
    });
  });
});
