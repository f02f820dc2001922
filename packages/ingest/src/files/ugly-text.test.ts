import { describe, expect, it } from 'vitest';
import { readFixture } from '../testing/fixtures';
import { readOneCorpusFile } from '../testing/read-corpus-file';

const FILES = [
  'made-pgbench-2006.txt',
  'made-pgbench-9.5-custom.txt',
  'made-pgbench-appended.md',
  'made-pgbench-16-scripts.txt',
  'made-ycsb-0.17-run.txt',
  'made-go-ycsb-run.txt',
  'made-go-tpc.txt',
  'made-tpcc-mysql.txt',
  'made-tpcc-rust-port.md',
  'made-cockroach-tpcc.txt',
  'made-go-bench.txt',
  'made-jmh-output.txt',
  'made-jmh.json',
  'made-google-benchmark-repetitions.json',
  'tpcc_2026-05-04_10-20-30.summary.json',
  'made-results.json',
  'made-versions.ndjson',
];

/** Numbers of a file with their lines, and its diagnostics. */
async function read(name: string, bytes: Buffer) {
  const { runs, diagnostics } = await readOneCorpusFile(`mylib-1.2/${name}`, bytes);
  return {
    numbers: runs.flatMap(({ results }) =>
      results.flatMap(({ test, repeat, status, measurements }) =>
        measurements.map(({ metric, value, line }) => [test, repeat, status, metric, value, line].join(' ')),
      ),
    ),
    codes: diagnostics.map(({ code }) => code),
  };
}

const UGLY: [string, (text: string) => string | Buffer][] = [
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['spaces at the ends of lines', (text) => text.replace(/\n/g, '   \n')],
  ['line ends of Windows', (text) => text.replace(/\r?\n/g, '\r\n')],
  ['UTF-16', (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
];

describe.each(UGLY)('a file with %s', (_, change) => {
  it.each(FILES)('is read as it is without: %s', async (name) => {
    const text = readFixture(name).toString('utf8');
    const [plain, ugly] = [await read(name, Buffer.from(text)), await read(name, Buffer.from(change(text)))];
    expect(plain.numbers.length).toBeGreaterThan(0);
    expect(ugly).toEqual(plain);
  });
});

describe('a file that ends with a digit', () => {
  /** `tpmC: 4328` of 4328.1 */
  const cut = readFixture('made-go-tpc-broken-average.txt').toString('utf8').slice(0, -3);

  it('and no line end may have been cut: it is reported once, with the line', async () => {
    expect(cut).toMatch(/\d$/);
    const { diagnostics } = await readOneCorpusFile('x/made-go-tpc-broken-average.txt', Buffer.from(cut));
    const found = diagnostics.filter(({ code }) => code === 'TRUNCATED_LOG');
    expect(found.length).toBe(1);
    expect([found[0]?.severity, found[0]?.line]).toEqual(['info', cut.split('\n').length]);
  });

  it('and a line end was not', async () => {
    expect((await read('made-go-tpc-broken-average.txt', Buffer.from(`${cut}\n`))).codes).not.toContain(
      'TRUNCATED_LOG',
    );
  });
});
