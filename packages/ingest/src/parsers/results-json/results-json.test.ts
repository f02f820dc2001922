import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { IngestError } from '../../ingest-error';
import { metricOf } from '../../model/metric';
import type { NormalizedResult, NormalizedRun } from '../../model/run';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';
import { readFixtureDetails } from '../../testing/read-fixture-details';
import { resultsJson } from './results-json';
import { resultsJsonSchema } from './schema/results-schema';

async function readText(text: string | Buffer) {
  using directory = makeDirectory({ 'r.json': text });
  return await readUpload(directory.path);
}

const read = (name: string) => readText(readFixture(name));

function numbersOf({ measurements }: Pick<NormalizedResult, 'measurements'>) {
  return Object.fromEntries(measurements.map(({ metric, value, line }) => [metric, [value, line]]));
}

function resultOf(run: NormalizedRun | undefined, test: string, repeat = 1) {
  const found = run?.results.find((result) => result.test === test && result.repeat === repeat);
  if (!found) throw new Error(`no ${test}`);
  return found;
}

describe('results.json', () => {
  it('gives a run of what its head says', async () => {
    const { runs } = await read('made-results.json');
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      benchmark: 'clickbench',
      variant: { product: 'DuckDB', version: '1.4.1', versionKnown: true, config: 'default' },
      server: { name: 'c6a.4xlarge', cores: 16, kind: 'virtual' },
      workload: { label: 'hits', cached: true, clients: null },
      startedAt: '2026-11-01T10:00:00Z',
    });
    expect(runs[0]?.results.map(({ test, repeat, status }) => [test, repeat, status])).toEqual([
      ['load/hits', 1, 'ok'],
      ['q1', 1, 'ok'],
      ['q1', 2, 'ok'],
      ['q2', 1, 'ok'],
      ['q3', 1, 'failed'],
    ]);
  });

  it('judges a time by its inverse, and keeps it as it is printed, with its line', async () => {
    const { runs } = await read('made-results.json');
    const q1 = resultOf(runs[0], 'q1');
    expect(q1.unit).toBe('operations/s by time');
    expect(numbersOf(q1)).toEqual({
      'open:lower:s:time': [0.018, 11],
      throughput: [1 / 0.018, 11],
      'open:lower:MiB:peak memory': [512, 13],
    });
    expect(q1.measurements.find(({ metric }) => metric === 'throughput')).toMatchObject({
      source: 'computed',
      formula: 'one_by_value',
    });
    // A metric of one name is in one unit, that of its first result.
    expect(numbersOf(resultOf(runs[0], 'q2'))).toEqual({
      'open:lower:s:time': [0.045, 14],
      throughput: [1 / 0.045, 14],
    });
  });

  it('takes what is called throughput for the main number, and known metrics in their own units', async () => {
    const { runs } = await read('made-results.json');
    const load = resultOf(runs[0], 'load/hits');
    expect(load.unit).toBe('rows/s');
    expect(numbersOf(load)).toEqual({
      throughput: [1_500_000, 21],
      latency_p99: [0.12, 26],
      'open:higher:x:compression': [4.2, 27],
      'open:higher:s:compression': [4.2, 28],
    });
  });

  it('lists what it did not read, with line and pointer', async () => {
    const { diagnostics } = await read('made-results.json');
    expect(diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual([
      ['results-json:ROW_INVALID', 17, expect.stringMatching(/^\/results\/6\/value: .*expected number/)],
      ['results-json:DIRECTION_INFERRED', 13, expect.stringContaining('"less is better"')],
      ['METRIC_MISSING', 16, 'time: 1 result has null in place of a value'],
      ['TOOL_FAILED', 15, 'q3: out of memory'],
    ]);
  });

  it('has series and attributes in the details of the file', () => {
    const details = readFixtureDetails(resultsJson, 'made-results.json');
    expect(details.series).toEqual([
      {
        id: 'throughput',
        label: 'throughput',
        unit: 'rows/s',
        of: 'load/hits',
        seconds: [1, 2, 3],
        values: [1_400_000, null, 1_600_000],
        lines: [18, 18, 18],
      },
    ]);
    expect(details.facts.map(({ name, value, number }) => [name, value, number])).toEqual([
      ['format', 'parquet', null],
      ['files', '100', 100],
    ]);
  });
});

describe('NDJSON', () => {
  it('has a run for each version and client count, repeats as they are numbered or counted', async () => {
    const { runs } = await read('made-versions.ndjson');
    expect(runs.map(({ variant, workload }) => [variant.version, workload.clients])).toEqual([
      ['1.0', null],
      ['1.1', null],
      ['1.1', 8],
    ]);
    expect(runs.map(({ benchmark, server }) => [benchmark, server?.name])).toEqual(
      runs.map(() => ['mybench', 'box1']),
    );
    const [first, second, third] = runs;
    expect(numbersOf(resultOf(first, 'put'))).toEqual({ throughput: [1000, 2] });
    expect(numbersOf(resultOf(first, 'put', 2))).toEqual({ throughput: [1020, 3] });
    expect(resultOf(first, 'put').unit).toBe('operations/s');
    expect(numbersOf(resultOf(second, 'put'))).toEqual({ throughput: [900, 4] });
    expect(numbersOf(resultOf(third, 'put'))).toEqual({ throughput: [7000, 8] });
    const time = 'open:lower:µs:p50 µs';
    expect(numbersOf(resultOf(first, 'get'))[time]).toEqual([12.5, 5]);
    expect(numbersOf(resultOf(second, 'get'))[time]?.[0]).toBeCloseTo(13.5, 9);
    expect(numbersOf(resultOf(first, 'get'))['throughput']?.[0]).toBeCloseTo(80_000, 6);
    expect(numbersOf(resultOf(second, 'get'))['open:none::note']).toEqual([3, 7]);
  });
});

describe('the JSON Schema', () => {
  it('in the repository is that of the reader, and names what a result must have', () => {
    const file = new URL('../../../results.v1.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(resultsJsonSchema()));
    expect(JSON.parse(resultsJsonSchema())).toMatchObject({
      required: ['basecaseResults', 'tool', 'results'],
      properties: { results: { items: { required: ['test'] } } },
    });
  });
});

describe('what an id of a metric says', () => {
  it('is all that a page needs', () => {
    expect(metricOf('open:lower:ms:p99: worst')).toMatchObject({
      label: 'p99: worst',
      unit: 'ms',
      direction: 'lower-is-better',
    });
    expect(() => metricOf('open:sideways:ms:p99')).toThrow(RangeError);
  });
});

describe('bad files', () => {
  it.each([
    [
      'a head without a tool',
      '{"basecaseResults":1,"results":[{"test":"a","value":1}]}',
      'results-json:HEAD_INVALID',
    ],
    [
      'another version',
      '{"basecaseResults":2,"tool":"x","results":[{"test":"a","value":1}]}',
      'results-json:HEAD_INVALID',
    ],
    [
      'an unknown field',
      '{"basecaseResults":1,"tool":"x","speed":1,"results":[]}',
      'results-json:HEAD_INVALID',
    ],
    ['a cut text', '{"basecaseResults":1,"tool":"x",\n"results":[{"test":"a","value":1},', 'TRUNCATED_LOG'],
    ['text after it', '{"basecaseResults":1,"tool":"x",\nand so on', 'LINE_UNPARSED'],
    [
      'a result without a value',
      '{"basecaseResults":1,"tool":"x","results":[{"test":"a"}]}',
      'results-json:ROW_INVALID',
    ],
    [
      'a value that no double can hold',
      '{"basecaseResults":1,"tool":"x","results":[{"test":"a","value":1e400}]}',
      'METRIC_MISSING',
    ],
  ])('%s is reported and gives no number', async (_, text, code) => {
    const error = await readText(text).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'NO_KNOWN_LOGS' });
    expect((error as IngestError).diagnostics.map((each) => each.code)).toContain(code);
  });

  it('keeps a cost of 0 out of the heatmap', async () => {
    const { runs, diagnostics } = await readText(
      '{"basecaseResults":1,"tool":"x","results":[{"test":"a","metric":"time","unit":"s","value":0}]}',
    );
    expect(runs[0]?.results[0]?.measurements.map(({ metric }) => metric)).toEqual(['open:lower:s:time']);
    expect(diagnostics.map(({ code }) => code)).toContain('METRIC_MISSING');
  });

  it('reads a file with a byte order mark, and several versions on one line', async () => {
    const { runs } = await readText(
      '\ufeff{"basecaseResults":1,"tool":"x","results":[{"test":"a","version":"1","value":5},{"test":"a","version":"2","value":6}]}',
    );
    expect(runs.map(({ variant, results }) => [variant.version, results[0]?.measurements[0]?.value])).toEqual(
      [
        ['1', 5],
        ['2', 6],
      ],
    );
  });

  it.each([
    [
      'a throughput',
      [
        ['time', 's', 'lower'],
        ['throughput', 'points', 'higher'],
      ],
      'points',
    ],
    [
      'a rate',
      [
        ['errors', '', 'lower'],
        ['time', 's', 'lower'],
        ['rows', 'rows/s', 'higher'],
      ],
      'rows/s',
    ],
    [
      'a time',
      [
        ['peak memory', 'MiB', 'lower'],
        ['time', 's', 'lower'],
        ['hits', '%', 'higher'],
      ],
      'operations/s by time',
    ],
    [
      'what is better when higher',
      [
        ['errors', '', 'lower'],
        ['score', '', 'higher'],
      ],
      'score',
    ],
    [
      'the first that has a direction',
      [
        ['note', '', 'none'],
        ['size', 'KiB', 'lower'],
      ],
      '1/KiB by size',
    ],
    [
      'what is marked',
      [
        ['rows', 'rows/s', 'higher'],
        ['size', 'KiB', 'lower', true],
      ],
      '1/KiB by size',
    ],
  ] as const)('judges a test by %s', async (_, metrics, unit) => {
    const results = metrics.map(([metric, ofMetric, better, main]) => ({
      test: 'a',
      metric,
      unit: ofMetric,
      better,
      value: 2,
      ...(main && { main }),
    }));
    const { runs } = await readText(JSON.stringify({ basecaseResults: 1, tool: 'x', results }));
    expect(runs[0]?.results[0]?.unit).toBe(unit);
  });

  it.each([
    ['My Bench (fast)', 'my-bench-fast'],
    ['TPROC-C', 'tproc-c'],
    ['测试', 'tool-6d4b-8bd5'],
  ])('knows the benchmark of the tool %s as %s', async (tool, id) => {
    const { runs } = await readText(
      JSON.stringify({ basecaseResults: 1, tool, results: [{ test: 'a', value: 1 }] }),
    );
    expect(runs[0]?.benchmark).toBe(id);
    expect(runs[0]?.variant.product).toBe(tool);
  });

  it('does not judge a test by its memory where others have a time', async () => {
    const { runs, diagnostics } = await readText(
      '{"basecaseResults":1,"tool":"x","results":[{"test":"a","metric":"time","value":1,"unit":"s"},{"test":"b","metric":"memory","value":2,"unit":"MiB"}]}',
    );
    expect(runs[0]?.results.map((result) => Object.keys(numbersOf(result)))).toEqual([
      ['open:lower:s:time', 'throughput'],
      ['open:lower:MiB:memory'],
    ]);
    expect(diagnostics.map(({ code }) => code)).toContain('results-json:NO_MAIN_NUMBER');
  });

  it('reads results of a known tool as that benchmark', async () => {
    const { runs } = await readText(
      '{"basecaseResults":1,"tool":"sysbench","results":[{"test":"point-query","value":5,"unit":"queries/s"}]}',
    );
    expect(runs[0]?.benchmark).toBe('sysbench');
  });
});

it('takes line breaks in names of metrics and units for spaces', async () => {
  const rows = ['a\nb', 'a\r\nb', 'a\u2028b', 'a\u2029\nb'].map((metric, at) => ({
    ...{ test: `t${at}`, metric, value: 1, unit: 'x\ny' },
  }));
  const { runs, diagnostics } = await readText(
    JSON.stringify({ basecaseResults: 1, tool: 'w', results: rows }),
  );
  const ids = runs[0]?.results.flatMap(({ measurements }) => measurements.map(({ metric }) => metric));
  expect([...new Set(ids)].filter((id) => id !== 'throughput')).toEqual(['open:none:x y:a b']);
  expect(diagnostics.map(({ code }) => code)).not.toContain('NAME_UNSTORABLE');
});

describe('what cannot be stored', () => {
  const HEAD = '{"basecaseResults":1,"tool":"t","product":"P","version":"1"}';
  const RIGHT = '{"test":"right","value":1,"unit":"ops/s"}';
  const badRows = [
    '{"test":"nul\\u0000","value":1,"unit":"ops/s"}',
    '{"test":"half\\ud800","value":1,"unit":"ops/s"}',
    '{"test":"a","value":1,"unit":"a\\u0000"}',
    '{"test":"a","metric":"m\\udfff","value":1}',
    '{"test":"a","version":"1\\u0000","value":1,"unit":"ops/s"}',
    '{"test":"a","machine":{"name":"m","cpu":"\\ud800"},"value":1,"unit":"ops/s"}',
    '{"test":"a","error":"failed\\u0000"}',
    `{"test":"${'y'.repeat(501)}","value":1,"unit":"ops/s"}`,
  ];

  it.each(badRows)('is a row that is refused with its line: %s', async (row) => {
    const { runs, diagnostics } = await readText([HEAD, RIGHT, row].join('\n'));
    expect(
      diagnostics.filter(({ code }) => code === 'results-json:ROW_INVALID').map(({ line }) => line),
    ).toEqual([3]);
    expect(runs.flatMap(({ results }) => results.map(({ test }) => test))).toEqual(['right']);
  });

  it.each([1e-99, -1e-99, 5e-324, 9.9e-19, 1e19, -1e99])('is a value of %s', async (value) => {
    const row = JSON.stringify({ test: 'right', metric: 'score', value, better: 'none' });
    const { runs, diagnostics } = await readText([HEAD, RIGHT, row].join('\n'));
    expect(diagnostics.find(({ code }) => code === 'VALUE_IMPLAUSIBLE')?.line).toBe(3);
    expect(resultOf(runs[0], 'right').measurements.map(({ metric }) => metric)).toEqual(['throughput']);
  });

  it.each([0, 1e-18, -1e-18, 1e18, 0.0049])('is not a value of %s', async (value) => {
    const row = JSON.stringify({ test: 'right', metric: 'score', value, better: 'none' });
    const { runs } = await readText([HEAD, RIGHT, row].join('\n'));
    expect(numbersOf(resultOf(runs[0], 'right'))['open:none::score']).toEqual([value, 3]);
  });

  it('in a head is refused with the line of the field', async () => {
    const bad = ['{"basecaseResults":1,"tool":"t",', '"product":"P\\u0000",', `"results":[${RIGHT}]}`].join(
      '\n',
    );
    using directory = makeDirectory({ 'right.json': [HEAD, RIGHT].join('\n'), 'bad.json': bad });
    const { diagnostics } = await readUpload(directory.path);
    const found = diagnostics.find(({ code }) => code === 'results-json:HEAD_INVALID');
    expect([found?.line, found?.message]).toEqual([2, expect.stringContaining('NUL')]);
  });

  it('in the names of another JSON format is left out with its line', async () => {
    const log = JSON.stringify(
      [
        {
          jmhVersion: '1.37',
          benchmark: 'a.b.Nul\0',
          mode: 'thrpt',
          threads: 1,
          primaryMetric: { score: 5, scoreUnit: 'ops/s', rawData: [[5]] },
        },
        {
          jmhVersion: '1.37',
          benchmark: 'a.b.Right',
          mode: 'thrpt',
          threads: 1,
          primaryMetric: { score: 5, scoreUnit: 'ops/s', rawData: [[5]] },
        },
      ],
      null,
      1,
    );
    const { runs, diagnostics } = await readText(log);
    expect(runs.flatMap(({ results }) => results.map(({ test }) => test)).join()).not.toContain('\0');
    expect(diagnostics.map(({ code }) => code)).toContain('NAME_UNSTORABLE');
  });
});

it('knows a version with a leading v', async () => {
  const head = '{"basecaseResults": 1, "machine": "m", "tool": "t", "product": "TiDB"}';
  const row = (version: string) => `{"test": "a", "value": 1, "unit": "ops/s", "version": "${version}"}`;
  using directory = makeDirectory({
    'a.ndjson': [head, row('v7.5.9'), row('v7.5.10'), row('tip')].join('\n'),
  });
  const { runs } = await readUpload(directory.path);
  expect(runs.map(({ variant: { version, versionKnown } }) => [version, versionKnown]).sort()).toEqual([
    ['tip', false],
    ['v7.5.10', true],
    ['v7.5.9', true],
  ]);
});
