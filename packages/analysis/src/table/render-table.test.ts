import { groupLabel, testInfo, testLabel } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import type { Matrix, MatrixRow } from '../matrix/matrix';
import { countValues, renderTable } from './render-table';

// hot-points and scan of nov25.sb.mysql/dop1 as published; the third column lacks scan.
const MATRIX = matrixOf(['x.my5651', 'x.my5744', 'x.my9500'], {
  'hot-points': { qps: [4533, 3927, 2999], cpu: [0.002841, 0.003271, 0.0042] },
  scan: { qps: [50, 43, null], cpu: [0.24, 0.2883, null] },
});

describe('one metric', () => {
  it('tsv has the published shape, the test last and a missing cell empty', () => {
    expect(renderTable(MATRIX, { metric: 'throughput', format: 'tsv' })).toBe(
      [
        'Relative to: x.my5651',
        'col-1 : x.my5744',
        'col-2 : x.my9500',
        '',
        'col-1\tcol-2',
        '0.87\t0.66\thot-points_range=100',
        '0.86\t\tscan_range=100',
        '',
      ].join('\n'),
    );
  });

  it('absolute tsv numbers the base too and has no "Relative to:" line', () => {
    expect(renderTable(MATRIX, { metric: 'throughput', format: 'tsv', absolute: true })).toBe(
      [
        'col-1 : x.my5651',
        'col-2 : x.my5744',
        'col-3 : x.my9500',
        '',
        'col-1\tcol-2\tcol-3',
        '4533\t3927\t2999\thot-points_range=100',
        '50\t43\t\tscan_range=100',
        '',
      ].join('\n'),
    );
  });

  it('another base leaves out that column instead of the first', () => {
    const table = renderTable(MATRIX, { metric: 'throughput', format: 'tsv', base: 1 });
    expect(table.split('\n').slice(0, 3)).toEqual([
      'Relative to: x.my5744',
      'col-1 : x.my5651',
      'col-2 : x.my9500',
    ]);
    expect(table).toContain('1.15\t0.76\thot-points_range=100');
  });

  it('csv has labels in one header line and quotes what needs it', () => {
    const odd = matrixOf(['a,"b"', 'c'], {
      scan: { qps: [2, 1], cpu: [null, null] },
    });
    expect(renderTable(odd, { metric: 'throughput', format: 'csv', absolute: true })).toBe(
      'test,"a,""b""",c,metric\nscan_range=100,2,1,Krows/s per client\n',
    );
  });

  it('md is a table with its legend, a dash for missing', () => {
    const table = renderTable(MATRIX, { metric: 'throughput', format: 'md' });
    expect(table).toContain(
      '- Metric: QPS, relative to the base\n- Relative to: x.my5651\n- col-1 : x.my5744\n',
    );
    expect(table).toContain('| test | col-1 | col-2 |\n| :--- | ---: | ---: |\n');
    expect(table).toContain('| scan_range=100 | 0.86 | – |');
  });

  it('text has groups, the absolute base value and right-aligned numbers', () => {
    expect(renderTable(MATRIX, { metric: 'throughput', format: 'text' })).toBe(
      [
        'Relative QPS',
        'Relative to: x.my5651',
        'col-1 : x.my5744',
        'col-2 : x.my9500',
        '',
        '                      base QPS  col-1  col-2',
        '',
        'Point queries',
        'hot-points_range=100      4533   0.87   0.66',
        '',
        'Range queries without aggregation',
        'scan_range=100              50   0.86      –',
        '',
      ].join('\n'),
    );
  });

  it('costs keep their decimals', () => {
    const table = renderTable(MATRIX, { metric: 'cpu_per_op', format: 'tsv', absolute: true });
    expect(table).toContain('0.240000\t0.288300\t\tscan_range=100');
  });
});

describe('json', () => {
  it('has unrounded numbers in the order of the columns, null for missing', () => {
    const json = JSON.parse(renderTable(MATRIX, { metric: 'throughput', format: 'json' }));
    expect(json).toEqual({
      metric: 'QPS',
      base: 'x.my5651',
      columns: ['x.my5651', 'x.my5744', 'x.my9500'],
      rows: [
        {
          test: 'hot-points_range=100',
          group: 'point',
          absolute: [4533, 3927, 2999],
          relative: [1, 3927 / 4533, 2999 / 4533],
        },
        { test: 'scan_range=100', group: 'range', absolute: [50, 43, null], relative: [1, 43 / 50, null] },
      ],
    });
  });

  it('says "inf" for a cost of x/0 and 1 for 0/0, and has no ratio to a throughput of 0', () => {
    const zero = matrixOf(['a', 'b', 'c'], {
      scan: { qps: [0, 0, 5], cpu: [0, 0, 5] },
    });
    const relativeOf = (metric: 'throughput' | 'cpu_per_op') =>
      JSON.parse(renderTable(zero, { metric, format: 'json' })).rows[0].relative;
    expect(relativeOf('cpu_per_op')).toEqual([1, 1, 'inf']);
    expect(relativeOf('throughput')).toEqual([null, null, null]);
  });

  it('has every metric by its command-line name with all', () => {
    const json = JSON.parse(renderTable(MATRIX, { metric: 'all', format: 'json' }));
    expect(Object.keys(json.rows[0].metrics)).toEqual(['cpu/o', 'cs/o', 'r/o', 'rKB/o', 'wKB/o', 'qps']);
    expect(json.rows[1].metrics['cpu/o']).toEqual({
      absolute: [0.24, 0.2883, null],
      relative: [1, 0.2883 / 0.24, null],
    });
    expect(json.rows[1].metrics['r/o'].absolute).toEqual([null, null, null]);
  });
});

describe('all metrics', () => {
  it('tsv has the shape of o.met files, double tabs included', () => {
    // First block of nov25.sb.mysql/dop1/o.met.all, two of its columns.
    const met = matrixOf(['x.my5651', 'x.my5744'], {
      'point-query': { qps: [129870, 122850], cpu: [0.000097, 0.000097] },
    });
    met.values.cs_per_op = [[0.01, 0.017]];
    met.values.reads_per_op = [[0, 0]];
    met.values.read_kb_per_op = [[0.001, 0]];
    met.values.write_kb_per_op = [[1.236, 1.21]];
    const table = renderTable(met, { metric: 'all', format: 'tsv', title: () => 'sb.met.point-query' });
    expect(table).toBe(
      [
        'sb.met.point-query',
        '--- absolute',
        'cpu/o\t\tcs/o\tr/o\trKB/o\twKB/o\to/s\tdbms',
        '0.000097\t0.010\t0\t0.001\t1.236\t129870\tx.my5651',
        '0.000097\t0.017\t0\t0\t1.21\t122850\tx.my5744',
        '--- relative to first result',
        '1.00\t\t1.70\t1\t0.00\t0.98\t0.95\tx.my5744',
        '',
        '',
      ].join('\n'),
    );
  });

  it('csv has one line per test and column', () => {
    const lines = renderTable(MATRIX, { metric: 'all', format: 'csv', base: 1 }).split('\n');
    expect(lines[0]).toBe(
      'test,dbms,cpu/o,cs/o,r/o,rKB/o,wKB/o,o/s,relative cpu/o,relative cs/o,relative r/o,relative rKB/o,relative wKB/o,relative o/s',
    );
    expect(lines[1]).toBe('hot-points_range=100,x.my5651,0.002841,,,,,4533,0.87,,,,,1.15');
    expect(lines[2]).toBe('hot-points_range=100,x.my5744,0.003271,,,,,3927,,,,,,');
  });

  it('text and md leave the base out of the relative half', () => {
    const text = renderTable(MATRIX, { metric: 'all', format: 'text' });
    expect(text.match(/^x\.my5651 /gm)).toHaveLength(2);
    expect(text.match(/^x\.my5744 /gm)).toHaveLength(4);
    const md = renderTable(MATRIX, { metric: 'all', format: 'md' });
    expect(md.match(/^\| x\.my5651 /gm)).toHaveLength(2);
    expect(md).toContain('### scan_range=100\n\n| dbms | cpu/o |');
  });

  it('absolute leaves out the relative half', () => {
    for (const format of ['text', 'tsv', 'md', 'csv'] as const) {
      expect(renderTable(MATRIX, { metric: 'all', format, absolute: true })).not.toContain('relative');
    }
  });
});

describe('verdicts in words', () => {
  const verdicts = MATRIX.rows.map(() => [null, 'small regression', 'unclear']);
  const options = { metric: 'throughput', verdicts } as const;

  it('are columns of CSV, and a second table in Markdown', () => {
    const [head, first] = renderTable(MATRIX, { ...options, format: 'csv' }).split('\n');
    expect(head).toBe('test,x.my5744,x.my9500,verdict x.my5744,verdict x.my9500,metric');
    expect(first).toMatch(/,small regression,within noise,QPS$/);
    const [ratios, words] = renderTable(MATRIX, { ...options, format: 'md' }).split('\n\nVerdicts:\n\n');
    expect(`${ratios}\n`).toBe(renderTable(MATRIX, { metric: 'throughput', format: 'md' }));
    expect(words).toMatch(/^\| test \| col-1 \| col-2 \|\n.*\n\| .* \| small regression \| within noise \|/);
  });

  it('leave the published shape of TSV as it is', () => {
    const plain = renderTable(MATRIX, { metric: 'throughput', format: 'tsv' });
    expect(renderTable(MATRIX, { ...options, format: 'tsv' })).toBe(plain);
  });
});

describe('what may be compared', () => {
  it('a failed cell has no ratio, and neither has anything against a failed base', () => {
    const failed = matrixOf(['a', 'b', 'c'], {
      scan: { qps: [100, 90, 80], cpu: [null, null, null] },
    });
    failed.status = [['ok', 'sla_failed', 'ok']];
    expect(renderTable(failed, { metric: 'throughput', format: 'tsv' })).toContain('\n\t0.80\tscan');
    expect(renderTable(failed, { metric: 'throughput', format: 'tsv', base: 1 })).toContain('\n\t\tscan');
  });

  it('counts the numbers that say something', () => {
    expect(countValues(MATRIX, { metric: 'throughput', format: 'tsv' })).toBe(3);
    expect(countValues(MATRIX, { metric: 'throughput', format: 'tsv', absolute: true })).toBe(5);
    expect(countValues(MATRIX, { metric: 'reads_per_op', format: 'tsv' })).toBe(0);
    expect(countValues(MATRIX, { metric: 'all', format: 'tsv' })).toBe(6);
  });
});

interface TestValues {
  qps: (number | null)[];
  cpu: (number | null)[];
}

function matrixOf(labels: string[], tests: Record<string, TestValues>): Matrix {
  const entries = Object.entries(tests);
  return {
    columns: labels.map((label) => ({ label })),
    rows: entries.map(([name]) => rowOf(name)),
    values: {
      throughput: entries.map(([, { qps }]) => qps),
      cpu_per_op: entries.map(([, { cpu }]) => cpu),
    },
    sources: {},
    status: entries.map(([, { qps }]) => qps.map((value) => (value === null ? 'missing' : 'ok'))),
    repeats: entries.map(() => labels.map(() => 1)),
    spread: entries.map(() => labels.map(() => null)),
  };
}

function rowOf(name: string): MatrixRow {
  const label = testLabel(name, 100);
  const info = testInfo('sysbench', name, 100);
  return { ...info, groupLabel: groupLabel('sysbench', info.group), key: label, label };
}

describe('a doubtful cell', () => {
  const doubted = {
    ...MATRIX,
    doubtful: {
      throughput: [
        [null, null, null],
        [null, null, 430],
      ],
    },
  };
  const table = (format: 'tsv' | 'csv' | 'md' | 'text', options = {}) =>
    renderTable(doubted, { metric: 'throughput', format, ...options });

  it('is empty in tsv, and named in the legend', () => {
    expect(table('tsv').split('\n').slice(2, 4)).toEqual([
      'col-2 : x.my9500',
      'suspect : scan_range=100 in x.my9500',
    ]);
    expect(table('tsv')).toContain('\n0.86\t\tscan_range=100\n');
  });

  it('is empty in csv, and named in the last column', () => {
    expect(table('csv')).toBe(
      'test,x.my5744,x.my9500,metric,suspect\nhot-points_range=100,0.87,0.66,QPS,\nscan_range=100,0.86,,QPS,x.my9500\n',
    );
  });

  it('is named when it is the base, too', () => {
    expect(table('csv', { base: 2 })).toContain('\nscan_range=100,,,QPS,x.my9500\n');
    expect(table('md', { base: 2 })).toContain('- suspect : scan_range=100 in x.my9500');
  });

  it('says suspect to people, and no verdict', () => {
    expect(table('md')).toContain('| scan_range=100 | 0.86 | suspect |');
    expect(table('text')).toMatch(/scan_range=100 +50 +0.86 +suspect/);
    const verdicts = [
      [null, 'regression', 'regression'],
      [null, 'regression', 'missing'],
    ];
    expect(table('csv', { verdicts })).toContain('\nscan_range=100,0.86,,regression,suspect,QPS,x.my9500\n');
  });

  it('is in json like the others, as the number that it is', () => {
    const { rows } = JSON.parse(renderTable(doubted, { metric: 'throughput', format: 'json' }));
    expect(rows.map((row: { doubtful?: unknown }) => row.doubtful)).toEqual([undefined, [null, null, 430]]);
  });

  it('is none where other repeats have a value', () => {
    const other = { ...MATRIX, doubtful: { throughput: [[null, 39_270, null]] } };
    for (const format of ['tsv', 'csv', 'md', 'json'] as const) {
      expect(renderTable(other, { metric: 'throughput', format })).toBe(
        renderTable(MATRIX, { metric: 'throughput', format }),
      );
    }
  });
});

describe('numbers under the last decimal', () => {
  const small = matrixOf(['a', 'b'], { scan: { qps: [1000, 4.9], cpu: [0.0001, 0.000_000_49] } });

  it.each(['text', 'tsv', 'csv', 'md'] as const)('are not printed as 0 in %s', (format) => {
    expect(renderTable(small, { metric: 'throughput', format })).toContain('0.0049');
    const all = renderTable(small, { metric: 'all', format });
    expect(all).toContain('0.0049');
    expect(all).toContain('4.9e-7');
    expect(all).not.toMatch(/(?<![\d.])0\.0+(?![\d])/);
  });

  it('stay 0 where they are 0', () => {
    const none = matrixOf(['a', 'b'], { scan: { qps: [1000, 0], cpu: [0.5, 0] } });
    expect(renderTable(none, { metric: 'throughput', format: 'tsv' })).toContain('0.00\tscan');
  });
});

describe('ratios that read the same and are judged differently', () => {
  const row = matrixOf(['a', 'b', 'c'], { scan: { qps: [1000, 947, 952], cpu: [null, null, null] } });

  it.each(['text', 'tsv', 'csv', 'md'] as const)('have a third decimal in %s', (format) => {
    const table = renderTable(row, {
      metric: 'throughput',
      format,
      verdicts: [[null, 'regression', 'unclear']],
    });
    expect(table).toContain('0.947');
    expect(table).toContain('0.952');
  });

  it('are explained in Markdown where they are neighbours of a column', () => {
    const rows = matrixOf(['a', 'b'], {
      'hot-points': { qps: [1000, 950], cpu: [null, null] },
      scan: { qps: [1000, 950], cpu: [null, null] },
    });
    const verdicts = [
      [null, 'regression'],
      [null, 'unclear'],
    ];
    const table = renderTable(rows, { metric: 'throughput', format: 'md', verdicts });
    expect(table).toMatch(/col-1: .*hot-points.* and .*scan.* both read 0\.95\. Each test is judged/);
  });
});
