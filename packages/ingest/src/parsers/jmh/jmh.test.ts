import { describe, expect, it } from 'vitest';
import type { NormalizedResult } from '../../model/run';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

const JSON_FILE = 'made-jmh.json';
const OUTPUT = 'made-jmh-output.txt';
const TABLES = 'made-jmh-tables.md';

async function read(name: string, bytes: Buffer | string = readFixture(name)) {
  const { runs, diagnostics, details } = await readOneCorpusFile(`store-2.1.0/${name}`, Buffer.from(bytes));
  return { runs, results: runs.flatMap((run) => run.results), diagnostics, details };
}

function measured(result: NormalizedResult | undefined, metric: string) {
  const found = result?.measurements.find((measurement) => measurement.metric === metric);
  return found && [found.value, found.source, found.line];
}

describe('JSON of JMH', () => {
  it('is a run of what the directory names, with a repeat for each iteration of each fork', async () => {
    const { runs, results } = await read(JSON_FILE);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      benchmark: 'jmh',
      label: 'store-2.1.0',
      variant: { product: 'store', version: '2.1.0', versionKnown: true },
      workload: { clients: 4, label: null },
    });
    expect(results.map(({ test, repeat, tool }) => [test, repeat, tool])).toEqual([
      ['org.example.StoreBenchmark.get[size=64,type=hash]', 1, 'JMH 1.37'],
      ['org.example.StoreBenchmark.get[size=64,type=hash]', 2, 'JMH 1.37'],
      ['org.example.StoreBenchmark.get[size=64,type=hash]', 3, 'JMH 1.37'],
      ['org.example.StoreBenchmark.get[size=64,type=hash]', 4, 'JMH 1.37'],
      ['org.example.StoreBenchmark.put (avgt)', 1, 'JMH 1.37'],
      ['org.example.StoreBenchmark.put (sample)', 1, 'JMH 1.37'],
    ]);
  });

  it('has a throughput as printed, in operations per second, and what an operation allocates', async () => {
    const { results } = await read(JSON_FILE);
    expect(results.slice(0, 4).map((result) => measured(result, 'throughput'))).toEqual([
      [2_000_000, 'reported', 36],
      [3_000_000, 'reported', 37],
      [2_250_000, 'reported', 40],
      [2_750_000, 'reported', 41],
    ]);
    expect(results.slice(0, 4).map((result) => measured(result, 'alloc_bytes_per_op'))).toEqual([
      [24, 'reported', 52],
      [24, 'reported', 53],
      [26, 'reported', 56],
      [24, 'reported', 57],
    ]);
  });

  it('computes the rate of a time: that of all threads', async () => {
    const { results } = await read(JSON_FILE);
    const put = results[4];
    expect(measured(put, 'time_per_op')).toEqual([3.25e-7, 'reported', 75]);
    expect(put?.measurements.find(({ metric }) => metric === 'throughput')).toMatchObject({
      // 4 threads / 325 ns
      value: 4 / 3.25e-7,
      source: 'computed',
      formula: 'threads_by_time',
      unit: 'operations/s',
    });
  });

  it('has percentiles of the times of operations as latencies', async () => {
    const sample = (await read(JSON_FILE)).results[5];
    expect(measured(sample, 'time_per_op')).toEqual([0.0005, 'reported', 89]);
    expect(measured(sample, 'latency_min')).toEqual([0.00025, 'reported', 92]);
    expect(measured(sample, 'latency_p50')).toEqual([0.0004, 'reported', 93]);
    expect(measured(sample, 'latency_p99')).toEqual([0.0015, 'reported', 94]);
    expect(measured(sample, 'latency_max')).toEqual([0.0125, 'reported', 95]);
  });

  it('stores no score whose unit contradicts its mode, and reports it', async () => {
    const { diagnostics, details } = await read(JSON_FILE);
    expect(diagnostics).toMatchObject([
      { code: 'jmh:UNIT_CONTRADICTS_MODE', severity: 'warning', line: 119 },
    ]);
    const fact = details?.facts.find(
      ({ group, name }) =>
        group === 'org.example.StoreBenchmark.scan (thrpt)' && name === 'primaryMetric.score',
    );
    expect(fact).toMatchObject({ number: 7, unit: 's/op', line: 119 });
  });

  it('doubts iterations whose mean is not the score', async () => {
    const text = readFixture(JSON_FILE).toString().replace('"score" : 325.0', '"score" : 425.0');
    const { results, diagnostics } = await read(JSON_FILE, text);
    expect(diagnostics[0]).toMatchObject({ code: 'VALUES_DISAGREE', line: 75 });
    const doubtful = results.flatMap(({ measurements }) => measurements).filter(({ doubt }) => doubt);
    expect(doubtful.map(({ metric, line }) => [metric, line])).toEqual([
      ['time_per_op', 75],
      ['throughput', 75],
    ]);
  });

  it('stores no allocations that are not of the same iterations', async () => {
    const text = readFixture(JSON_FILE)
      .toString()
      .replace(/,\s*\[\s*26\.0,\s*24\.0\s*\]/, '');
    const { results, diagnostics } = await read(JSON_FILE, text);
    expect(results.slice(0, 4).map((result) => measured(result, 'alloc_bytes_per_op'))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(diagnostics[0]).toMatchObject({ code: 'METRIC_MISSING', line: 54 });
  });

  it('reports a non-numeric score, an unknown mode, and a file that was cut', async () => {
    const whole = readFixture(JSON_FILE).toString();
    const codes = async (text: string) =>
      (await read(JSON_FILE, text)).diagnostics
        .filter(({ code }) => code !== 'jmh:UNIT_CONTRADICTS_MODE')
        .map(({ code, line }) => [code, line]);
    expect(await codes(whole.replace('                    2.25,', '                    "NaN",'))).toEqual([
      ['VALUE_UNREADABLE', 40],
    ]);
    expect(await codes(whole.replace('"mode" : "avgt"', '"mode" : "best"'))).toEqual([['LINE_UNPARSED', 63]]);
    const cut = whole.slice(0, whole.indexOf('"mode" : "avgt"'));
    expect(await codes(cut)).toEqual([['TRUNCATED_LOG', 66]]);
  });
});

describe('tables of JMH', () => {
  it('gives the rows at the end of the output, with a decimal comma too', async () => {
    const { runs, results } = await read(OUTPUT);
    expect(runs[0]).toMatchObject({ workload: { clients: 2, label: null } });
    expect(results.map(({ test, tool }) => [test, tool])).toEqual([
      ['StoreBenchmark.get (sample)', 'JMH 1.37'],
      ['StoreBenchmark.get[kind=hash] (avgt)', 'JMH 1.37'],
      ['StoreBenchmark.open (ss)', 'JMH 1.37'],
      ['StoreBenchmark.put[kind=hash]', 'JMH 1.37'],
    ]);
    const [sample, get, open, put] = results;
    expect(measured(get, 'time_per_op')).toEqual([0.0000125, 'reported', 20]);
    expect(measured(get, 'throughput')).toEqual([2 / 0.0000125, 'computed', 20]);
    expect(measured(get, 'alloc_bytes_per_op')).toEqual([48, 'reported', 22]);
    expect(measured(sample, 'time_per_op')).toEqual([0.00002, 'reported', 23]);
    expect(measured(sample, 'latency_p50')).toEqual([0.000018, 'reported', 24]);
    expect(measured(sample, 'latency_p99')).toEqual([0.00009, 'reported', 25]);
    expect(measured(sample, 'latency_max')).toEqual([0.0009, 'reported', 26]);
    expect(measured(open, 'time_per_op')).toEqual([0.0025, 'reported', 27]);
    expect(measured(put, 'throughput')).toEqual([80_000, 'reported', 29]);
  });

  it('reports that a rounded score is not a score', async () => {
    const { diagnostics, details } = await read(OUTPUT);
    expect(diagnostics).toMatchObject([{ code: 'jmh:ROUNDED', line: 28 }]);
    const group = 'StoreBenchmark.noop';
    expect(details?.facts.find((fact) => fact.group === group && fact.name === 'score')).toMatchObject({
      value: '≈ 10⁻³',
      number: null,
      line: 28,
    });
  });

  it('reports a row whose parameters or score are not there, and a metric without its benchmark', async () => {
    const head = 'Benchmark  (size)  Mode  Cnt  Score   Error  Units\n';
    const codes = async (...rows: string[]) =>
      (
        await read('x.txt', `${head}a.B.c  64  avgt  2  1.500 ± 0.100  us/op\n${rows.join('\n')}\n`)
      ).diagnostics.map(({ code, line }) => [code, line]);
    expect(await codes('a.B.d  64  avgt  2  1.500 ± 0.100  us/op')).toEqual([]);
    expect(await codes('a.B.d  avgt  2  1.500 ± 0.100  us/op')).toEqual([['LINE_UNPARSED', 3]]);
    expect(await codes('a.B.d  64  avgt  2  ± 0.100  us/op')).toEqual([['VALUE_UNREADABLE', 3]]);
    expect(await codes('a.B.d:gc.alloc.rate.norm  64  avgt  2  16.000 ± 0.100  B/op')).toEqual([
      ['LINE_UNPARSED', 3],
    ]);
    expect(await codes('a.B.c:gc.alloc.rate.norm  64  avgt  2  x ± 0.100  B/op')).toEqual([
      ['VALUE_UNREADABLE', 3],
    ]);
  });

  it('keeps tables of one file apart, and reads those of old versions', async () => {
    const { runs, diagnostics } = await read(TABLES);
    expect(
      runs.map(({ workload, results }) => [workload.label, measured(results[0], 'time_per_op')]),
    ).toEqual([
      ['table 1', [0.004, 'reported', 7]],
      ['table 2', [0.0005, 'reported', 14]],
    ]);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['VALUE_UNREADABLE', 15],
      ['jmh:SEVERAL_TABLES', 14],
    ]);
  });

  it('says when no table follows, and which benchmark failed', async () => {
    const text = readFixture(OUTPUT).toString();
    const cut = text.slice(0, text.indexOf('Iteration   2'));
    expect((await read(OUTPUT, cut)).diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['TRUNCATED_LOG', 7],
    ]);
    const failed = text.replace('Iteration   2: 12.400 us/op', '<failure>');
    expect((await read(OUTPUT, failed)).diagnostics[0]).toMatchObject({
      code: 'TOOL_FAILED',
      line: 14,
      message: 'org.example.StoreBenchmark.get failed; the next lines have the reason',
    });
  });

  it('counts only for results that its JSON lacks', async () => {
    const table =
      'Benchmark  Mode  Cnt  Score   Error  Units\no.e.StoreBenchmark.put  avgt  1  325.000  ns/op\n';
    using directory = makeDirectory({
      'store-2.1.0/result.json': readFixture(JSON_FILE),
      'store-2.1.0/output.txt': `${table}o.e.StoreBenchmark.more  avgt  1  100.000  ns/op\n`,
    });
    const { runs, diagnostics } = await readUpload(directory.path);
    const tests = runs.flatMap(({ results }) => results.map(({ test, repeat }) => `${test} ${repeat}`));
    expect(tests.filter((test) => test.includes('(avgt)'))).toEqual([
      'o.e.StoreBenchmark.more (avgt) 1',
      'org.example.StoreBenchmark.put (avgt) 1',
    ]);
    expect(diagnostics.find(({ code }) => code === 'SUMMARY_SUPERSEDED')).toMatchObject({ line: 2 });
  });
});
