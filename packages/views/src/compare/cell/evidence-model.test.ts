import type { CellEvidence, EvidenceMeasurement } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { evidenceModel, throughputLogLines } from './evidence-model';

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
    expect(evidenceModel({ cell, base, excerpt: null }, 'sysbench').latencies).toEqual([
      { label: 'avg', own: '3.00', base: '1.50', ratio: '2.00' },
    ]);
  });

  it('shows how far repeats are apart', () => {
    const model = evidenceModel(
      {
        cell: evidence([
          [measured('throughput', 3300)],
          [measured('throughput', 3400)],
          [measured('throughput', 3500)],
        ]),
        base: null,
        excerpt: null,
      },
      'sysbench',
    );
    // (3500 - 3300) / 3400
    expect(model.spread).toBe('5.9%');
    expect(model.repeats.map((repeat) => repeat.throughput)).toEqual([
      '3\u202f300',
      '3\u202f400',
      '3\u202f500',
    ]);
  });

  it('counts what the heatmap counts: no warm-up, and no failed repeat if a good one exists', () => {
    const all = evidence([
      [measured('throughput', 900, { line: 30, lineEnd: 30 }), measured('latency_avg', 0.009)],
      [measured('throughput', 500, { line: 40, lineEnd: 40 }), measured('latency_avg', 0.001)],
      [measured('throughput', 100, { line: 50, lineEnd: 50 }), measured('latency_avg', 0.002)],
      [measured('throughput', 104, { line: 60, lineEnd: 60 }), measured('latency_avg', 0.002)],
    ]);
    const statuses = ['warmup', 'failed', 'ok', 'ok'] as const;
    const cell = {
      ...all,
      results: all.results.map((result, index) => ({ ...result, status: statuses[index] ?? 'ok' })),
    };
    const model = evidenceModel({ cell, base: null, excerpt: null }, 'sysbench');
    expect(model.repeats.map(({ status }) => status)).toEqual(['warmup', 'failed', '', '']);
    expect(model.spread).toBe('3.9%');
    expect(model.latencies.map(({ own }) => own)).toEqual(['2.00']);
    expect(model.sources.map(({ lines }) => lines)).toContain('line 50');
    expect(throughputLogLines(cell)).toMatchObject({ line: 50 });
  });

  it('cites the line that tells why a test has no number', () => {
    const stop = {
      cause: 'crashed',
      file: 'x/sb.o.t0',
      line: 12,
      text: 'FATAL: gone',
      artifactId: 'a1',
    } as const;
    const modelOf = (cell: CellEvidence) => evidenceModel({ cell, base: null, excerpt: null }, 'sysbench');
    expect(modelOf({ ...evidence([[]]), status: 'failed', stop })).toMatchObject({
      hasNumbers: false,
      stop: {
        text: 'The test crashed (x/sb.o.t0:12: FATAL: gone)',
        lines: 'line 12',
        excerpt: { artifactId: 'a1', line: 12, lineEnd: 12 },
      },
    });
    expect(modelOf(evidence([[measured('throughput', 9)]]))).toMatchObject({ hasNumbers: true, stop: null });
  });

  it('leaves a bad run out as long as there is another', () => {
    const all = evidence([[measured('latency_avg', 0.009)], [measured('latency_avg', 0.002)]]);
    const latencies = (bad: number[]) => {
      const results = all.results.map((result, index) => ({ ...result, isBad: bad.includes(index) }));
      const details = { cell: { ...all, results }, base: null, excerpt: null };
      return evidenceModel(details, 'sysbench').latencies.map(({ own }) => own);
    };
    expect(latencies([])).toEqual(['5.50']);
    expect(latencies([0])).toEqual(['2.00']);
    expect(latencies([0, 1])).toEqual(['5.50']);
  });

  it('shows a computed number with the numbers of its formula and with the reported number', () => {
    const cell = evidence([
      [
        measured('throughput', 3425.59),
        measured('cpu_percent', 22.2),
        measured('cpu_per_op', 22.2 / 3425.59, { source: 'computed', line: 3, lineEnd: 902 }),
        measured('cpu_per_op', 0.006198, { line: 6, lineEnd: 6 }),
      ],
    ]);
    const sources = evidenceModel({ cell, base: null, excerpt: null }, 'sysbench').sources.filter(
      (s) => s.label === 'cpu/o',
    );
    expect(sources.map(({ value, how, lines }) => [value, how, lines])).toEqual([
      ['0.006481', 'mean CPU / QPS = 22.2 / 3\u202f426', 'lines 3–902'],
      ['0.006198', 'as reported', 'line 6'],
    ]);
  });

  it('divides by new orders per second of TPROC-C: NOPM counts those of a minute', () => {
    const cell = evidence([
      [
        measured('throughput', 120_000, { unit: 'NOPM' }),
        measured('cpu_percent', 60, { source: 'computed', formula: 'mean_us_sy' }),
        measured('cpu_per_op', 60 / (120_000 / 60), { source: 'computed', formula: 'cpu_per_op' }),
        measured('cpu_us_per_op', 2400, { source: 'computed', formula: 'cpu_us_per_op' }),
      ],
    ]);
    const { sources } = evidenceModel({ cell, base: null, excerpt: null }, 'tproc-c');
    expect(sources.map(({ label, value, how }) => [label, value, how])).toEqual([
      ['NOPM', '120\u202f000', 'as reported'],
      ['cpu/o', '0.030000', 'mean CPU / (NOPM / 60) = 60.0 / (120\u202f000 / 60)'],
      ['CPU µs/o', '2\u202f400', 'mean(us + sy) / 100 × cores × 1,000,000 / (NOPM / 60)'],
    ]);
  });

  it('calls the rate what it is: scans are counted in Krows, inserts by the insert rate', () => {
    const of = (...measurements: EvidenceMeasurement[]) =>
      evidenceModel({ cell: evidence([measurements]), base: null, excerpt: null }, 'insert-benchmark')
        .sources;
    const scan = evidenceModel(
      {
        cell: evidence([
          [
            measured('throughput', 50, { unit: 'Krows/s per client' }),
            measured('cs_per_s', 100),
            measured('cs_per_op', 2, { source: 'computed', formula: 'cs_per_op' }),
          ],
        ]),
        base: null,
        excerpt: null,
      },
      'sysbench',
    ).sources;
    expect(scan.at(-1)?.how).toBe('mean cs/s / Krows/s per client = 100 / 50');
    const written = { source: 'computed', formula: 'writes_per_insert' } as const;
    const query = of(
      measured('throughput', 900, { unit: 'queries/s' }),
      measured('insert_rate', 50),
      measured('writes_per_s', 25),
      measured('writes_per_insert', 0.5, written),
    );
    expect(query.find(({ label }) => label === 'w/i')?.how).toBe('mean w/s / inserts/s = 25.0 / 50');
    // Nothing that was measured gives the value: words, never numbers that do not fit.
    const other = of(measured('writes_per_s', 25), measured('writes_per_insert', 0.5, written));
    expect(other.find(({ label }) => label === 'w/i')?.how).toBe('mean(w/s) / insert rate');
  });

  it('knows a published figure by its lack of logs', () => {
    const nowhere = { artifactId: null, file: null, line: null, lineEnd: null };
    const cell = evidence([[measured('throughput', 0.93, nowhere)]]);
    expect(evidenceModel({ cell, base: null, excerpt: null }, 'sysbench').hasLogs).toBe(false);
    expect(throughputLogLines(cell)).toBeNull();
  });

  it('asks for the lines of the throughput first', () => {
    expect(throughputLogLines(evidence([[measured('throughput', 1)]]))).toEqual({
      artifactId: 'a1',
      line: 29,
      lineEnd: 29,
      number: expect.objectContaining({ repeat: 1, metric: 'throughput', value: 1, source: 'reported' }),
    });
  });
});
