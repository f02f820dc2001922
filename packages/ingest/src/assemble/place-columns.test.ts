import { describe, expect, it } from 'vitest';
import type { ParsedUpload } from '../model/run';
import { readUpload } from '../read-upload';
import { makeDirectory, readFixture } from '../testing/fixtures';

const [MY56, MY57, MY80] = ['x.my5651_rel.z12a.pk1', 'x.my5744_rel.z12a.pk1', 'x.my8044_rel.z12a.pk1'];
const LOG = readFixture('sb.o.read-write.range100.pk1.dop2').toString();
const NAME = 'sb.o.read-write.range100.pk1.dop2';

async function read(files: Record<string, string>): Promise<ParsedUpload> {
  using directory = makeDirectory(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [`nov25/${name}`, content])),
  );
  return await readUpload(`${directory.path}/nov25`);
}

/** A table of throughput with two tests. */
const table = (...columns: string[]) =>
  `${columns.map((name, index) => `col-${index + 1} : ${name}`).join('\n')}\n\n` +
  `${columns.map((_, index) => `col-${index + 1}`).join('\t')}\n` +
  `${columns.map(() => 500).join('\t')}\tread-write_range=100\n` +
  `${columns.map(() => 77).join('\t')}\tdelete_range=100\n`;

/** `label: tables × rows, clients, pk, label`, one line a run. */
const placed = ({ runs }: ParsedUpload) =>
  runs.map(({ label, workload: { tables, rowsPerTable, clients, primaryKey, label: words } }) =>
    [label, tables, rowsPerTable, clients, primaryKey, words].join(' | '),
  );

describe('columns of one table', () => {
  it('are of one workload, whether their raw logs are in the upload or not', async () => {
    const upload = await read({
      [`dop2/${MY57}/${NAME}`]: LOG,
      'dop2/qps.abs.tsv': table(MY56, MY57, MY80),
    });
    const raw = placed(upload).find((line) => line.startsWith(MY57));
    const workload = raw?.slice(MY57.length);
    // The log says its tables and rows.
    expect(workload).toMatch(/^ \| \d+ \| \d+ \| 2 \| true \| $/);
    expect(placed(upload).toSorted()).toEqual([MY56, MY57, MY80].map((name) => name + workload));
    expect(upload.runs.map(({ isSummary }) => isSummary).toSorted()).toEqual([false, true, true]);
  });

  it('next to logs of two workloads belong to neither, and it is reported once', async () => {
    const other = LOG.replace(/--table[-_]size=\d+/g, '--table-size=777');
    expect(other).not.toBe(LOG);
    const upload = await read({
      [`${MY57}/${NAME}`]: LOG,
      [`${MY80}/${NAME}`]: other,
      'qps.abs.dop2.tsv': table(MY56, MY57, MY80, 'x.my9500_rel.z12a.pk1'),
    });
    expect(placed(upload)).toContain(`${MY56} |  |  | 2 | true | nov25`);
    const found = upload.diagnostics.filter(({ code }) => code === 'SUMMARY_APART');
    expect(found).toMatchObject([{ file: 'qps.abs.dop2.tsv' }]);
    expect(found[0]?.message).toContain('2 workloads');
  });

  it('of other clients than the raw logs stay apart from them', async () => {
    const upload = await read({ [`${MY57}/${NAME}`]: LOG, 'qps.abs.dop40.tsv': table(MY56, MY57) });
    expect(placed(upload).filter((line) => line.includes('| 40 |'))).toEqual([
      `${MY56} |  |  | 40 | true | nov25`,
      `${MY57} |  |  | 40 | true | nov25`,
    ]);
    expect(upload.diagnostics.map(({ code }) => code)).not.toContain('SUMMARY_APART');
  });

  it('share the basecase.json of the raw logs, but not their version', async () => {
    const manifest = {
      basecase: 1,
      server: { name: 'pn53', cores: 8 },
      version: '5.7.44-percona',
      workload: { cached: true },
      campaign: 'november',
    };
    const { runs } = await read({
      [`${MY57}/${NAME}`]: LOG,
      [`${MY57}/basecase.json`]: JSON.stringify(manifest),
      'qps.abs.tsv': table(MY56, MY57),
    });
    expect(runs.find(({ label }) => label === MY56)).toMatchObject({
      variant: { version: '5.6.51' },
      server: { name: 'pn53', cores: 8 },
      workload: { cached: true },
      campaign: 'november',
    });
  });
});

describe('scans of a table that counts Krows/s of all clients', () => {
  const SCAN = 'sb.o.scan.range100.pk1.dop2';
  /** The log says 1M rows and 6.67 queries/s of two clients; one of them scans 3333 Krows/s. */
  const TOTAL = 6670;
  const costs = (krows: number) => `sb.met.scan.range100.pk1.dop2
--- absolute
cpu/o\t\tcs/o\tr/o\trKB/o\twKB/o\to/s\tdbms
0.001\t2.5\t0\t0\t0\t${krows}\t${MY57}
0.002\t2.6\t0\t0\t0\t800\t${MY80}
`;
  const scanOf = ({ runs }: ParsedUpload) => runs.find(({ label }) => label === MY80)?.results[0];

  it('are counted per client where raw logs tell the rule, with the costs of a Krow of one client', async () => {
    const upload = await read({
      [`${MY57}/${SCAN}`]: readFixture(SCAN).toString(),
      'o.met.all': costs(TOTAL),
    });
    const scan = scanOf(upload);
    expect(scan?.unit).toBe('Krows/s per client');
    const numbers = scan?.measurements.map(({ metric, source, value, unit }) => [
      metric,
      source,
      value,
      unit,
    ]);
    expect(numbers).toContainEqual(['throughput', 'reported', 800, 'Krows/s']);
    expect(numbers).toContainEqual(['throughput', 'computed', 400, 'Krows/s per client']);
    const unit = 'context switches per operation';
    expect(numbers).toContainEqual(['cs_per_op', 'reported', 2.6, unit]);
    expect(numbers).toContainEqual(['cs_per_op', 'computed', 5.2, unit]);
  });

  it('are left out next to raw logs where the rule is unknown, and it is reported', async () => {
    const upload = await read({
      [`${MY57}/${SCAN}`]: readFixture(SCAN).toString(),
      'o.met.all': costs(123_456),
    });
    expect(scanOf(upload)).toBeUndefined();
    expect(upload.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'SUMMARY_APART', file: 'o.met.all', line: 5 }),
    );
  });

  it('of an unknown rule keep their table apart, whatever is known of its data', async () => {
    const { runs } = await read({ 'cached/o.met.all': costs(700) });
    expect(runs.map(({ workload }) => [workload.cached, workload.label])).toEqual([
      [true, 'nov25/cached'],
      [true, 'nov25/cached'],
    ]);
  });
});

describe('tables of two places that do not say their sizes', () => {
  it('are two workloads', async () => {
    const { runs } = await read({ 'a/qps.abs.tsv': table(MY56), 'b/qps.abs.tsv': table(MY56) });
    expect(runs.map(({ workload }) => workload.label)).toEqual(['nov25/a', 'nov25/b']);
  });

  it('and name the cached one are two workloads, of which another upload can have more', async () => {
    const { runs } = await read({
      'cached/qps.abs.tsv': table(MY56),
      'io-bound/qps.abs.tsv': table(MY56),
    });
    expect(runs.map(({ workload }) => [workload.cached, workload.label])).toEqual([
      [true, null],
      [false, null],
    ]);
  });
});
