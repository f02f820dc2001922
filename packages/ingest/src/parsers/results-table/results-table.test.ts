import { describe, expect, it } from 'vitest';
import { detect, toSample } from '../../detect/detect';
import type { IngestError } from '../../ingest-error';
import type { NormalizedRun } from '../../model/run';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';
import { parseBytes } from '../../testing/parse-bytes';
import type { ResultsTableLog } from './family';

const LONG = { tool: 'mybench', columns: { test: 'query', version: 'version', value: 'ms' } };

async function read(table: string, mapping: object, more: object = {}) {
  using directory = makeDirectory({
    'runs/results.csv': table,
    'basecase.json': JSON.stringify({ basecase: 1, table: mapping, ...more }),
  });
  return await readUpload(directory.path);
}

const parse = (text: string) => parseBytes<ResultsTableLog>('t.csv', Buffer.from(text));

function cellsOf(runs: readonly NormalizedRun[]) {
  return runs.flatMap(({ variant, results }) =>
    results.map(({ test, repeat, measurements }) => [
      variant.version,
      test,
      repeat,
      Object.fromEntries(measurements.map(({ metric, value, line }) => [metric, [value, line]])),
    ]),
  );
}

const kindOf = (text: string) => {
  const found = detect(toSample('t.csv', Buffer.from(text)));
  return found.outcome === 'claimed' ? found.parser.kind : found.outcome;
};

describe('detection', () => {
  it.each([
    ['commas', 'a,b\nx,1\ny,2\n'],
    ['tabs', 'a\tb\nx\t1\ny\t2\n'],
    ['semicolons with decimal commas', 'a;b\nx;1,5\ny;2,5\n'],
    ['a byte order mark and CRLF', '\uFEFFa,b\r\nx,1\r\ny,2\r\n'],
    ['one heading twice', 'a,a\nx,1\ny,2\n'],
    ['a column without a heading', 'a,,b\nx,,1\ny,,2\n'],
    ['the line that names the separator', 'sep=;\na;b\nx;1\ny;2\n'],
    ['one row below headings that name a test', 'query,a\nx,1\n'],
    ['some rows of another length', 'a,b\nx,1\ny,2,3\nz,3\n'],
    ['quotes around a separator', '"a, of all","b"\n"x,y",1\n"z ""w""",2\n'],
  ])('sees a table with %s', (_, text) => {
    expect(kindOf(text)).toBe('results-table');
  });

  it.each([
    ['numbers in its first line', 'a,1\nx,1\ny,2\n'],
    ['numbers in its first line that may be versions', 'q0,1.5\nq1,1.0\nq2,2.0\n'],
    ['one row', 'a,b\nx,1\n'],
    ['no number', 'a,b\nx,y\nz,w\n'],
    ['rows of another length', 'a,b\nx,1,2\ny,2\n'],
    ['one column', 'a\n1\n2\n'],
  ])('leaves alone what has %s', (_, text) => {
    expect(kindOf(text)).toBe('unknown');
  });
});

/** Version, test, milliseconds and line of each result. */
function measuredIn(runs: readonly NormalizedRun[]) {
  return cellsOf(runs).map(([version, test, , values]) => [
    ...[version, test],
    ...(Object.entries(values as Record<string, unknown[]>).find(([metric]) =>
      metric.endsWith(':time'),
    )?.[1] ?? []),
  ]);
}

describe('reading', () => {
  it('reads a quoted cell that goes over lines as one cell, at its first line', async () => {
    const { runs, diagnostics } = await read(
      'query,version,ms\nq0,1,5\n"select 1\n\nfrom t",1,7\nq2,1,9\n',
      LONG,
    );
    expect(measuredIn(runs)).toEqual([
      ['1', 'q0', 5, 2],
      ['1', 'q2', 9, 6],
      ['1', 'select 1 from t', 7, 3],
    ]);
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('loses no row after a quote that is never closed, even if a later row has quotes', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `q${index},${index + 1}`);
    const { log, diagnostics } = await parse(`a,b\n"open,3\n${rows.join('\n')}\n"x",5\n`);
    expect(log?.rows).toEqual([...rows, '"x",5']);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['LINE_UNPARSED', 2]]);
  });

  it('reads columns of one version as repeats, and the unit of their headings', async () => {
    const { runs } = await read('query,16.0 (ms),16.0 (ms),17.0 (ms)\nq1,1,2,3\n', {
      tool: 'mybench',
      columns: { test: 'query' },
      versions: ['16.0 (ms)', '16.0 (ms) #2', '17.0 (ms)'],
    });
    expect(runs.flatMap(({ results }) => results.map(({ repeat }) => repeat))).toEqual([1, 2, 1]);
    expect(measuredIn(runs)).toEqual([
      ['16.0', 'q1', 1, 2],
      ['16.0', 'q1', 2, 2],
      ['17.0', 'q1', 3, 2],
    ]);
  });

  it('keeps rows with their lines, and lists those of another length', async () => {
    const { log, diagnostics } = await parse('# made by x\na,b\nx,1\n\ny,2\nz\n"open,3\nw,4\n');
    expect(log).toEqual({
      type: 'results-table',
      separator: ',',
      columns: ['a', 'b'],
      rows: ['x,1', 'y,2', 'w,4'],
      lines: [3, 5, 8],
    });
    expect(diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual([
      ['LINE_UNPARSED', 6, 'expected 2 cells as in the line of headings, found 1 cells'],
      [
        'LINE_UNPARSED',
        7,
        'expected 2 cells as in the line of headings, found a quote that is not closed on its line',
      ],
    ]);
  });

  it('ends at a million cells, and reports it', async () => {
    const { log, diagnostics } = await parse(`a,b\n${'x,1\n'.repeat(500_001)}`);
    expect(log?.rows).toHaveLength(500_000);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['results-table:TOO_MANY', 500_002]]);
  });
});

describe('a table without a mapping', () => {
  it('is kept, and its columns are named', async () => {
    using directory = makeDirectory({ 't.csv': readFixture('made-results-table.csv') });
    const error = await readUpload(directory.path).then(
      () => null,
      (thrown: IngestError) => thrown,
    );
    expect(error?.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'NO_RESULT',
        'results-table: a table with the columns query, version, ms: say in basecase.json which is which ("table")',
      ],
    ]);
  });
});

describe('a table with a mapping', () => {
  it('gives a run for each version, each number with its line', async () => {
    const { runs } = await read(readFixture('made-results-table.csv').toString(), LONG, {
      product: 'DuckDB',
      server: { name: 'box1' },
    });
    const time = 'open:lower:ms:time';
    expect(cellsOf(runs)).toEqual([
      ['1.0', 'q1', 1, { [time]: [120, 2], throughput: [1 / 0.12, 2] }],
      ['1.0', 'q2', 1, { [time]: [40, 4], throughput: [1 / 0.04, 4] }],
      ['1.1', 'q1', 1, { [time]: [150, 3], throughput: [1 / 0.15, 3] }],
      ['1.1', 'q2', 1, { [time]: [41, 5], throughput: [1 / 0.041, 5] }],
    ]);
    expect(runs[0]).toMatchObject({
      benchmark: 'mybench',
      variant: { product: 'DuckDB', version: '1.0', versionKnown: true },
      server: { name: 'box1' },
    });
  });

  it('reads several columns of values as metrics, of one repeat in one row', async () => {
    const table = 'name;threads;tps;p99 (ms)\nput;8;100,5;\nput;8;101,5;2,25\n';
    const { runs, diagnostics } = await read(table, {
      tool: 'kv',
      columns: { test: 'name', clients: 'threads' },
      values: [{ column: 'tps', better: 'higher' }, { column: 'p99 (ms)' }],
    });
    expect(runs.map(({ workload }) => workload.clients)).toEqual([8]);
    expect(cellsOf(runs).map(([, ...cell]) => cell)).toEqual([
      ['put', 1, { throughput: [100.5, 2] }],
      ['put', 2, { throughput: [101.5, 3], latency_p99: [2.25 * 0.001, 3] }],
    ]);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'METRIC_MISSING',
        severity: 'info',
        line: 2,
        message: 'p99 (ms): an empty cell in place of a value',
      }),
    );
  });

  it('takes metric, unit and repeat from columns', async () => {
    const table = 'query,what,value,unit,run\nq1,peak memory,512,MiB,3\nq1,time,0.5,s,3\n';
    const { runs } = await read(table, {
      tool: 'x',
      columns: { test: 'query', metric: 'what', value: 'value', unit: 'unit', repeat: 'run' },
    });
    expect(cellsOf(runs).map(([, ...cell]) => cell)).toEqual([
      [
        'q1',
        1,
        {
          'open:lower:MiB:peak memory': [512, 2],
          'open:lower:s:time': [0.5, 3],
          throughput: [2, 3],
        },
      ],
    ]);
  });

  it('takes columns for versions', async () => {
    const table = 'query;17.4;18.1;notes\nq1;120;150,5;x\nq2;40;;y\n';
    const mapping = { tool: 'x', columns: { test: 'query' }, versions: ['17.4', '18.1'], unit: 'ms' };
    const { runs, diagnostics } = await read(table, mapping, { product: 'PostgreSQL' });
    const time = 'open:lower:ms:time';
    expect(cellsOf(runs)).toEqual([
      ['17.4', 'q1', 1, { [time]: [120, 2], throughput: [1 / 0.12, 2] }],
      ['17.4', 'q2', 1, { [time]: [40, 3], throughput: [1 / 0.04, 3] }],
      ['18.1', 'q1', 1, { [time]: [150.5, 2], throughput: [1 / 0.1505, 2] }],
    ]);
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'METRIC_MISSING', line: 3 }));
    await expect(read(table, { ...mapping, versions: ['17.4', '19.0'] })).rejects.toThrow();
  });

  it('takes product and version from the heading of a version column', async () => {
    const mapping = { tool: 'x', columns: { test: 'case' }, versions: ['pg17', 'MySQL 8.0.36'], unit: 'ms' };
    const { runs } = await read('case,pg17,MySQL 8.0.36,\nq1,10,20\n q2,11,21,\n', mapping);
    const columns = runs.map(({ variant, results }) => [variant.product, variant.version, results.length]);
    expect(columns.sort()).toEqual([
      ['MySQL', '8.0.36', 2],
      ['PostgreSQL', '17', 2],
    ]);
  });

  it('is one test, named after its file, where no column names tests', async () => {
    const mapping = { tool: 'x', columns: { version: 'version', value: 'ms' } };
    const { runs } = await read('version,ms\n1.0,120\n1.1,150\n', mapping);
    expect(cellsOf(runs).map(([version, test]) => [version, test])).toEqual([
      ['1.0', 'results'],
      ['1.1', 'results'],
    ]);
  });

  it('lists numbers with spaces and rows that are not as they should be', async () => {
    const { runs, diagnostics } = await read(
      'query,version,ms\nq1,1.0,1 200\nq2,1.0,5\n,1.0,6\nq3,1.0,7 ms\n',
      LONG,
    );
    expect(cellsOf(runs).map(([, test]) => test)).toEqual(['q2']);
    expect(diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual(
      expect.arrayContaining([
        ['VALUE_UNREADABLE', 2, 'ms: expected a number, found "1 200"; 1 more of the same'],
        ['results-table:ROW_INVALID', 4, expect.stringMatching(/^test: /)],
      ]),
    );
  });

  it('names the columns that there are where one is missing', async () => {
    const wrong = { ...LONG, columns: { ...LONG.columns, value: 'seconds' } };
    const error = await read('query,version,ms\nq1,1,1\nq2,1,2\n', wrong).then(
      () => null,
      (thrown: IngestError) => thrown,
    );
    expect(error?.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'results-table:COLUMN_MISSING',
        'no column "seconds", which basecase.json names: the table has query, version, ms',
      ],
    ]);
  });

  it.each([
    ['neither value nor values', { tool: 'x', columns: { test: 'query' } }],
    ['both', { ...LONG, values: [{ column: 'ms' }] }],
    [
      'a metric column with several value columns',
      { tool: 'x', columns: { test: 'q', metric: 'm' }, values: [{ column: 'ms' }] },
    ],
  ])('a mapping with %s is refused', async (_, mapping) => {
    const error = await read('query,version,ms\nq1,1,1\nq2,1,2\n', mapping).then(
      () => null,
      (thrown: IngestError) => thrown,
    );
    expect(error?.diagnostics.map(({ code }) => code)).toContain('MANIFEST_INVALID');
  });
});

describe('numbers with commas in quotes', () => {
  const valuesOf = async (table: string, comma?: 'decimal' | 'thousands') => {
    const { runs } = await read(table, { ...LONG, ...(comma && { comma }) });
    return runs.flatMap(({ results }) =>
      results.flatMap(({ measurements }) =>
        measurements.filter(({ source }) => source === 'reported').map(({ value }) => value),
      ),
    );
  };

  it('are read as basecase.json says', async () => {
    const decimal = 'query,version,ms\nq1,1.0,"1,5"\nq2,1.0,"2,250"\nq3,1.0,7\n';
    expect(await valuesOf(decimal, 'decimal')).toEqual([1.5, 2.25, 7]);
    const thousands = 'query,version,ms\nq1,1.0,"1,500"\nq2,1.0,"2,250,000.5"\nq3,1.0,0.7\nq4,1.0,"1,5"\n';
    expect(await valuesOf(thousands, 'thousands')).toEqual([1500, 2250000.5, 0.7]);
    expect(await valuesOf('query;version;ms\nq1;1.0;1,500\nq2;1.0;7\n', 'thousands')).toEqual([1500, 7]);
  });

  it('are not read where the meaning of the comma is unknown, and a question is asked', async () => {
    const upload = await read('query,version,ms\nq1,1.0,"1,5"\nq2,1.0,7\n', LONG);
    expect(upload.diagnostics.filter(({ code }) => code === 'VALUE_UNREADABLE')).toMatchObject([
      { line: 2, message: expect.stringContaining('"comma" of "table" is "decimal" or "thousands"') },
    ]);
  });

  it('do not hide that a file is a table', () => {
    expect(kindOf('query,version,ms\nq1,1.0,"1,5"\nq2,1.1,"2,250"\n')).toBe('results-table');
  });
});
