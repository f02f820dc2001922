import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { archive, hasCorpus } from '../testing/corpus';
import { compareBlocks, type PublishedTable, parsePublishedTable } from '../testing/published';

// Published tables are the truth here: their author computed them from the same logs with his own scripts.
const AS_PUBLISHED = ['--reported', '--warmups', '--format', 'tsv'];
const DIRECTORIES = ['x.my5651_rel_o2nofp', 'x.my8044_rel_o2nofp', 'x.my9500_rel_o2nofp'].map(
  (name) => `nov25.sb.mysql/dop1/${name}.z12a_c8r32.pk1`,
);
const TARBALLS = ['x.pg1023_o2nofp', 'x.pg1122_o2nofp', 'x.pg174_o2nofp'].map(
  (name) => `mar25.pg.workmem.c48/${name}.x10a_wm8_c32r128.pk1.tar.gz`,
);

describe.skipIf(!hasCorpus).each([
  { name: 'run directories', inputs: DIRECTORIES, tables: 'nov25.sb.mysql/dop1/qps.%.all.tsv', rows: 33 },
  {
    name: 'tarballs, old scan rule',
    inputs: TARBALLS,
    tables: 'mar25.pg.workmem.c48/qps.%.wm8.tsv',
    rows: 36,
  },
])('$name against the tables of their author', ({ inputs, tables, rows }) => {
  it('ratios are equal in every cell', async () => {
    const { stdout, code } = await compare(inputs, ...AS_PUBLISHED);
    const published = parsePublishedTable(read(tables.replace('%', 'rel')));
    const ours = parsePublishedTable(stdout);
    expect(code).toBe(0);
    expect(ours.relativeTo).toBe(published.relativeTo);
    expect(compareCells(ours, published)).toBe(rows * 2);
  });

  it('absolute values are equal in every cell', async () => {
    const { stdout } = await compare(inputs, ...AS_PUBLISHED, '--absolute');
    const published = parsePublishedTable(read(tables.replace('%', 'abs')));
    expect(compareCells(parsePublishedTable(stdout), published)).toBe(rows * 3);
  });
});

describe.skipIf(!hasCorpus)('every metric, against o.met files', () => {
  it('run directories: every line is equal, tabs included', async () => {
    const { stdout } = await compare(DIRECTORIES, '--metric', 'all', ...AS_PUBLISHED);
    const { lines, missing } = compareBlocks(stdout, read('nov25.sb.mysql/dop1/o.met.all'));
    // The load step is not in these directories.
    expect(missing).toEqual(['sb.prepare.met.point-query.warm.range100.pk1']);
    // 37 tests: a header and two headings, three absolute and two relative lines each.
    expect(lines).toBe(37 * 8);
  });

  it('tarballs: every line is equal, the load step too', async () => {
    const { stdout } = await compare(TARBALLS, '--metric', 'all', ...AS_PUBLISHED);
    const { lines, missing } = compareBlocks(stdout, read('mar25.pg.workmem.c48/o.met.dop8'));
    expect(missing).toEqual([]);
    expect(lines).toBe(39 * 8);
  });
});

describe.skipIf(!hasCorpus)('summary tables as arguments', () => {
  const directories = [
    'nov25.sb.mysql/dop1',
    'mar26.pn53.sb.my',
    'dec25.sb.socket.my',
    'mar25.pg.workmem.c48',
  ];
  const pairs = (hasCorpus ? directories : []).flatMap((directory) =>
    readdirSync(archive(directory))
      .filter((name) => /^qps\.abs\..*\.tsv$/.test(name))
      .map((name) => ({
        absolute: join(directory, name),
        relative: join(directory, name.replace('abs', 'rel')),
      })),
  );

  it('there are tables', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(9);
  });

  it.each(pairs)('$absolute gives $relative', async ({ absolute, relative }) => {
    const published = parsePublishedTable(read(relative));
    const ours = parsePublishedTable((await compare([absolute], ...AS_PUBLISHED)).stdout);
    expect(ours.relativeTo).toBe(published.relativeTo);
    expect(ours.columns).toEqual(published.columns);
    expect([...ours.rows].toSorted()).toEqual([...published.rows].toSorted());
    const cells = [...published.rows.values()].flat().length;
    console.info(`${relative}: ${cells} cells compared`);
    expect(cells).toBe(published.columns.length * published.rows.size);
  });
});

describe.skipIf(!hasCorpus)('run directories of 2020, several client counts in each', () => {
  const directory = '../results/sysbench.dec2020/myrocks.inmem';

  it('every client count is a row, equal to the summary of its author', async () => {
    const inputs = [`${directory}/fbmy56`, `${directory}/fbmy80`];
    const { stdout } = await compare(inputs, ...AS_PUBLISHED, '--absolute');
    const ours = parsePublishedTable(stdout);
    let cells = 0;
    for (const section of read(`${directory}/o.sum.rx.abs`).trim().split('\n\n')) {
      const [title = '', ...columns] = section.split('\n');
      const test = title.replace(/^sb\.r\.qps\.(.*)\.range(\d+)\.pk1$/, '$1_range=$2');
      for (const [column, line] of columns.entries()) {
        // 16925 33256 45473 57742 x.fbmy56.x6a.pk1: one value per client count.
        const values = line.split('\t').filter((text) => /^\d+$/.test(text));
        for (const [index, value] of values.entries()) {
          const row = ours.rows.get(values.length === 1 ? test : `${test}_dop=${index + 1}`);
          expect(row?.[column], `${test}, ${index + 1} clients`).toBe(value);
          cells++;
        }
      }
    }
    console.info(`${cells} cells compared`);
    expect(cells).toBe(330);
  });
});

function read(path: string): string {
  return readFileSync(archive(path), 'utf8');
}

function compare(inputs: readonly string[], ...options: string[]) {
  return runCaptured(['compare', ...inputs.map(archive), ...options]);
}

/** Compares all columns that both have; every published test must be there. Returns the number of cells. */
function compareCells(ours: PublishedTable, published: PublishedTable): number {
  let cells = 0;
  for (const [test, texts] of published.rows) {
    for (const [column, label] of ours.columns.entries()) {
      const expected = texts[published.columns.indexOf(label)];
      expect(ours.rows.get(test)?.[column], `${test} of ${label}`).toBe(expected);
      cells++;
    }
  }
  console.info(`${cells} cells compared`);
  return cells;
}
