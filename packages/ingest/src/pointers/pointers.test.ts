import { describe, expect, it } from 'vitest';
import { detect, toSample } from '../detect/detect';
import { listFixtures, readFixture } from '../testing/fixtures';
import {
  findPointer,
  mayBeJson,
  type PlacedNumber,
  readPointers,
  type StoredJson,
  type WantedNumber,
} from './find-pointers';

function stored(file: string, bytes: Buffer | string, size = 4096): StoredJson {
  const all = Buffer.from(bytes);
  return {
    file,
    async *open() {
      for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
    },
  };
}

const fixture = (name: string, size?: number) => stored(`mylib-1.2/${name}`, readFixture(name), size);

/** What a pointer leads to, by the letter of RFC 6901. */
function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document);
}

/** The JSON texts of a file: one that begins on a line, or one on each line. */
function textsOf(bytes: Buffer): unknown[] {
  // What C++ prints in place of a number.
  const text = bytes.toString('utf8').replace(/: -?(?:nan|NaN|Infinity)(?=[,\n])/g, ': null');
  const begin = /^[{[]/m.exec(text)?.index ?? 0;
  const lines = text.slice(begin).split('\n');
  const texts: unknown[] = [];
  for (let first = 0; first < lines.length; first += 1) {
    if (!/^[{[]/.test(lines[first] ?? '')) continue;
    for (let end = first + 1; end <= lines.length; end += 1) {
      try {
        texts.push(JSON.parse(lines.slice(first, end).join('\n')));
      } catch {
        continue;
      }
      first = end - 1;
      break;
    }
  }
  return texts;
}

const shown = ({ test, metric, source, value, line, pointer }: PlacedNumber) =>
  [test, metric, source, value, line, pointer] as const;

const JSON_FIXTURES = listFixtures().filter(({ name, bytes }) => {
  const detection = detect(toSample(name, bytes.subarray(0, 65_536)));
  return detection.outcome === 'claimed' && mayBeJson(detection.parser.kind) && /^[{[]/m.test(String(bytes));
});

describe('the pointer of a number', () => {
  it('is that of results.json, also where a value is converted or becomes the throughput', async () => {
    const numbers = (await readPointers(fixture('made-results.json'))).map(shown);
    expect(numbers).toContainEqual(['q1', 'throughput', 'computed', 1 / 0.018, 11, '/results/0/value']);
    expect(numbers).toContainEqual(['q1', 'open:lower:s:time', 'reported', 0.02, 12, '/results/1/value']);
    expect(numbers).toContainEqual(['q2', 'open:lower:s:time', 'reported', 0.045, 14, '/results/3/value']);
    expect(numbers).toContainEqual(['load/hits', 'throughput', 'reported', 1500000, 21, '/results/7/value']);
    expect(numbers).toContainEqual(['load/hits', 'latency_p99', 'reported', 0.12, 26, '/results/8/value']);
  });

  it('is that of a text of NDJSON, which is counted', async () => {
    const numbers = await readPointers(fixture('made-versions.ndjson'));
    const put = numbers.filter(({ test, value }) => test === 'put' && value === 900);
    expect(put.map(({ text, line, pointer }) => [text, line, pointer])).toEqual([[4, 4, '/value']]);
  });

  it('is that of Google Benchmark', async () => {
    const numbers = (await readPointers(fixture('made-google-benchmark-2016.json'))).map(shown);
    expect(numbers).toContainEqual([
      'BM_Copy/64',
      'time_per_op',
      'reported',
      40e-9,
      13,
      '/benchmarks/0/real_time',
    ]);
  });

  it('is that of JMH, iteration by iteration', async () => {
    const numbers = (await readPointers(fixture('made-jmh.json'))).filter(
      ({ test, metric }) => test.startsWith('org.example.StoreBenchmark.get[') && metric === 'throughput',
    );
    expect(numbers.slice(0, 4).map(({ value, line, pointer }) => [value, line, pointer])).toEqual([
      [2e6, 36, '/0/primaryMetric/rawData/0/0'],
      [3e6, 37, '/0/primaryMetric/rawData/0/1'],
      [2.25e6, 40, '/0/primaryMetric/rawData/1/0'],
      [2.75e6, 41, '/0/primaryMetric/rawData/1/1'],
    ]);
  });

  it('is that of a summary of BenchBase, whose keys hold a slash', async () => {
    const numbers = (await readPointers(fixture('tpcc_2026-05-04_10-20-30.summary.json'))).map(shown);
    expect(numbers).toContainEqual([
      'tpcc',
      'throughput',
      'reported',
      99.9980000399992,
      24,
      '/Throughput (requests~1second)',
    ]);
    expect(numbers).toContainEqual([
      'tpcc',
      'latency_p95',
      'reported',
      0.088123,
      14,
      '/Latency Distribution/95th Percentile Latency (microseconds)',
    ]);
  });

  it('is that of fio', async () => {
    const numbers = (await readPointers(fixture('randread.json'))).map(shown);
    expect(numbers).toContainEqual([
      'randread_4K',
      'throughput',
      'reported',
      22681.318681,
      27,
      '/jobs/0/read/iops',
    ]);
    expect(numbers).toContainEqual([
      'randread_4K',
      'latency_p99',
      'reported',
      0.000060672,
      58,
      '/jobs/0/read/clat_ns/percentile/99.000000',
    ]);
  });

  it.each([
    ['no number of text', 'made-tpcc-mysql.txt'],
    ['none of fio without JSON', 'randread.normal.txt'],
  ])('is given for %s', async (_, name) => {
    expect(await readPointers(fixture(name))).toEqual([]);
  });
});

describe('every number of every JSON fixture', () => {
  it('covers each format that reads JSON', () => {
    const owners = new Set(JSON_FIXTURES.map(({ owner }) => owner.replace('parsers/', '')));
    const formats = [
      'benchbase',
      'fio',
      'google-benchmark',
      'hammerdb',
      'jmh',
      'memtier',
      'queries',
      'results-json',
    ];
    expect([...owners].sort()).toEqual(formats);
  });

  it.each(JSON_FIXTURES)('$owner/$name: the value there is the number', async ({ name, bytes }) => {
    for (const size of [1 << 20, 7]) {
      const numbers = await readPointers(stored(`mylib-1.2/${name}`, bytes, size));
      const texts = textsOf(bytes);
      const lines = bytes.toString('utf8').split('\n');
      const checked = numbers.filter(({ pointer, pointerEnd }) => pointer === pointerEnd);
      // Histograms give counts of failures alone.
      if (!/aborted|mixed|histograms/.test(name)) expect(checked.length).toBeGreaterThan(0);
      for (const { text, pointer, value, line } of checked) {
        const read = valueAt(texts[text - 1], pointer);
        expect(typeof read).toBe('number');
        expect(isOf(value, read as number), `${pointer}: ${value} of ${read}`).toBe(true);
        expect(numbersIn(lines[line - 1])).toContain(read);
      }
    }
  });

  it.each(JSON_FIXTURES)('$owner/$name in one line has the same pointers', async ({ name, bytes }) => {
    const texts = textsOf(bytes);
    const minified = stored(`mylib-1.2/${name}`, texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
    const pointers = (numbers: PlacedNumber[]) =>
      numbers.map(({ text, pointer, value }) => [text, pointer, value]);
    const whole = stored(
      `mylib-1.2/${name}`,
      texts.map((text) => `${JSON.stringify(text, null, 2)}\n`).join(''),
    );
    const [packed, pretty] = [await readPointers(minified), await readPointers(whole)];
    expect(pointers(packed)).toEqual(pointers(pretty));
    expect(new Set(packed.map(({ line, text }) => line === text))).not.toContain(false);
  });
});

function numbersIn(line = ''): number[] {
  return (line.match(/-?\d[\d.]*(?:[eE][+-]?\d+)?/g) ?? []).map(Number);
}

const UNITS = [1, 1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9, 60, 1 / 60, 1024, 2 ** 20];
const THREADS = [1, 2, 4, 8, 16];

/** A number is its value in some unit, or threads by it. */
function isOf(number: number, value: number): boolean {
  const isSame = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.abs(b);
  return UNITS.some(
    (unit) =>
      isSame(number, value * unit) || THREADS.some((threads) => isSame(number * value * unit, threads)),
  );
}

describe('findPointer', () => {
  const head = '{"basecaseResults":1,"tool":"x","product":"P","version":"1","results":[';
  const row = (test: string, value: number, more = '') =>
    `{"test":"${test}","value":${value},"unit":"ops/s"${more}}`;
  const oneLine = `${head}${row('a', 5)},${row('b', 5)},${row('a', 5)},${row('a', 5, ',"version":"2"')}]}\n`;
  const wanted: WantedNumber = {
    ...{ test: 'a', version: '1', config: null, repeat: 1, line: 1, lineEnd: 1 },
    ...({ metric: 'throughput', value: 5, source: 'reported' } as const),
  };
  const find = (what: Partial<WantedNumber>, text = oneLine) =>
    findPointer(stored('results.json', text), { ...wanted, ...what });

  it.each([
    ['test', { test: 'b' }, '/results/1/value'],
    ['repeat', { repeat: 2 }, '/results/2/value'],
    ['version', { version: '2' }, '/results/3/value'],
    ['all', {}, '/results/0/value'],
  ] as const)('tells equal numbers of one line apart by %s', async (_, what, pointer) => {
    expect((await find(what))?.pointer).toBe(pointer);
  });

  it('shows the values around one that shares its line', async () => {
    expect((await find({ test: 'b' }))?.around).toEqual([
      { text: '"unit":"ops/s"', hit: false },
      { text: '},', hit: false },
      { text: '{', hit: false },
      { text: '"test":"b",', hit: false },
      { text: '"value":5,', hit: true },
      { text: '"unit":"ops/s"', hit: false },
      { text: '},', hit: false },
      { text: '{', hit: false },
      { text: '"test":"a",', hit: false },
    ]);
  });

  it('finds a value on a separate line, and shows no other', async () => {
    const pretty = JSON.stringify(JSON.parse(oneLine), null, 1);
    const line = pretty.split('\n').findIndex((text) => text.includes('"value": 5')) + 1;
    expect(await find({ line, lineEnd: line }, pretty)).toEqual({
      ...{ pointer: '/results/0/value', text: 1, line },
    });
  });

  it.each([
    ['another value', { value: 6 }],
    ['another line', { line: 2, lineEnd: 2 }],
    ['another metric', { metric: 'latency_avg' as 'throughput' }],
  ])('finds nothing for %s', async (_, what) => {
    expect(await find(what)).toBeNull();
  });

  it('is misled neither by text before the JSON nor by what is cut', async () => {
    const text = `\ufeff${oneLine}not { JSON\n${oneLine.slice(0, -20)}`;
    expect((await find({ test: 'b' }, text))?.pointer).toBe('/results/1/value');
  });

  it('escapes keys, and takes what is escaped in them for what it means', async () => {
    const text = '{"basecaseResults":1,"tool":"x","results":[{"test":"a","\\u0076alue":5,"unit":"ops/s"}]}';
    expect((await find({ version: '' }, text))?.pointer).toBe('/results/0/value');
  });
});
