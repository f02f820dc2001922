import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { archive, hasCorpus } from '../testing/corpus';
import { compareBlocks, parseMetBlocks, parsePublishedTable } from '../testing/published';

// Tables that restate other tables, or the runs next to them.
const AS_PUBLISHED = ['--reported', '--warmups', '--format', 'tsv'];
const TARBALLS = ['x.pg1023_o2nofp', 'x.pg1122_o2nofp', 'x.pg174_o2nofp'].map(
  (name) => `mar25.pg.workmem.c48/${name}.x10a_wm8_c32r128.pk1.tar.gz`,
);

describe.skipIf(!hasCorpus)('blocks of costs as arguments', () => {
  const files = [
    'nov25.sb.mysql/dop1/o.met.all',
    'mar25.pg.workmem.c48/o.met.dop8',
    'mar26.pn53.sb.my/o.met.latest',
    'mar26.pn53.sb.my/o.met.my80v2',
    'dec25.sb.socket.my/o.met.my.80plus',
    'dec25.sb.socket.my/o.met.my.84plus',
    'dec25.sb.socket.my/o.met.my.all',
  ];

  it.each(files)('%s gives itself, the relative half from the absolute one', async (file) => {
    const { stdout, code } = await compare([file], '--metric', 'all', ...AS_PUBLISHED);
    expect(code).toBe(0);
    // Only sb.prepare.met files have another name than a test would give them.
    const ours = stdout.replace(
      /^sb\.met\.prepare(\.pk[01])$/m,
      'sb.prepare.met.point-query.warm.range100$1',
    );
    const { lines, missing } = compareBlocks(ours, read(file));
    expect(missing).toEqual([]);
    const published = [...parseMetBlocks(read(file)).values()].reduce((sum, { size }) => sum + size, 0);
    expect(lines).toBe(published);
  });

  it('o.met of 2020 gives itself, in the columns that it has', async () => {
    const file = '../results/sysbench.dec2020/myrocks.inmem/o.met.rx';
    const { stdout } = await compare([file], '--metric', 'all', ...AS_PUBLISHED);
    const ours = parseMetBlocks(stdout);
    let values = 0;
    for (const [title, expected] of parseMetBlocks(read(file))) {
      for (const [row, line] of expected) {
        const fields = line.split(/\t+/);
        if (!row.includes('x.fbmy')) continue;
        // cpu/o, cs/o, r/o, rKB/o, wKB/o, o/s, dbms; a relative row has two tabs after cpu/o.
        const [cpu, ...others] = (ours.get(title)?.get(row) ?? '').replace('\t\t', '\t').split('\t');
        const [read = '', written = '', rate, dbms] = others.slice(-4);
        const found = [cpu, read, written, rate, dbms];
        // Absolute reads and writes of 2020 have three decimals, later files print `0`.
        const isAbsolute = row.startsWith('--- absolute');
        const shown = found.map((text, index) =>
          isAbsolute && (index === 1 || index === 2) ? Number(text).toFixed(3) : text,
        );
        expect(shown, `${title} ${row}`).toEqual(fields);
        values += fields.length - 1;
      }
    }
    expect(values).toBe(41 * 3 * 4);
  });
});

describe.skipIf(!hasCorpus)('csv tables and ratios of the archive', () => {
  it.each([
    'nov25.sb.mysql/dop1/qps.%.all',
    'mar26.pn53.sb.my/qps.%.latest',
    'mar26.pn53.sb.my/qps.%.my80v2',
    'dec25.sb.socket.my/qps.%.80plus',
    'dec25.sb.socket.my/qps.%.my.80',
    'dec25.sb.socket.my/qps.%.my.84',
    'dec25.sb.socket.my/qps.%.my.84plus',
    'dec25.sb.socket.my/qps.%.my.latest',
    'mar25.pg.workmem.c48/qps.%.wm8',
  ])('%s: the csv files are the tsv table and its ratios', async (table) => {
    const tsv = table.replace('%', 'abs');
    for (const [kind, options] of [
      ['abs', ['--absolute']],
      ['rel', []],
    ] as const) {
      const flags = ['--reported', '--warmups', '--format', 'csv', ...options];
      const { stdout } = await compare([`${tsv}.tsv`], ...flags);
      // The last column names the metric, which files of the archive have in their names.
      const lines = stdout.trim().split('\n').slice(1);
      const ours = lines.map((line) => line.replace(/,QPS$/, ''));
      expect(lines.every((line) => line.endsWith(',QPS'))).toBe(true);
      expect(ours.toSorted()).toEqual(
        read(`${table.replace('%', kind)}.csv`)
          .trim()
          .split('\n')
          .toSorted(),
      );
    }
  });

  it('ratios of read-only tests, of the runs with 8 MB of work_mem', async () => {
    const { stdout } = await compare(TARBALLS, ...AS_PUBLISHED);
    const ours = parsePublishedTable(stdout);
    const [, section = ''] = read('mar25.pg.workmem.c48/qps.readonly.all').split('work_mem 8 MB\n');
    const rows = section.split('\n\n')[0]?.trim().split('\n') ?? [];
    for (const row of rows) {
      const fields = row.split('\t');
      expect([...(ours.rows.get(fields.at(-1) ?? '') ?? []), fields.at(-1)]).toEqual(fields);
    }
    expect(rows).toHaveLength(12);
  });

  it('ratios of 2020, of the runs and of the table', async () => {
    const directory = '../results/sysbench.dec2020/myrocks.inmem';
    const { stdout } = await compare([`${directory}/fbmy56`, `${directory}/fbmy80`], ...AS_PUBLISHED);
    const ours = parsePublishedTable(stdout);
    let cells = 0;
    for (const section of read(`${directory}/o.sum.rx.rel`).trim().split(/\n\n+/)) {
      const [title = '', line = ''] = section.split('\n');
      const test = title.replace(/^sb\.r\.qps\.(.*)\.range(\d+)\.pk1$/, '$1_range=$2');
      // Ratios of the four client counts; then the last absolute value and the engine.
      for (const [index, ratio] of line.split('\t').slice(0, 4).entries()) {
        expect(ours.rows.get(`${test}_dop=${index + 1}`)?.[0], `${test}, ${index + 1} clients`).toBe(ratio);
        cells++;
      }
    }
    expect(cells).toBe(41 * 4);
  });
});

function read(path: string): string {
  return readFileSync(archive(path), 'utf8');
}

function compare(inputs: readonly string[], ...options: string[]) {
  return runCaptured(['compare', ...inputs.map(archive), ...options]);
}
