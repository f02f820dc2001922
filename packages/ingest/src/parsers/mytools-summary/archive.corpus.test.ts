import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { testLabel } from '../../model/test-label';
import { readUpload } from '../../read-upload';
import { CORPUS3 } from '../../testing/corpus';
import { makeDirectory } from '../../testing/fixtures';

const archive = (name: string) => path.join(CORPUS3 ?? '', 'mdcallag+mytools', name);

describe.skipIf(!CORPUS3)('archives of mytools (skipped without the corpus)', () => {
  it('hold the ratios of 11 client counts, cell by cell', async () => {
    const directory = archive('oct25.sb.ma.hetz48');
    const { runs } = await readUpload(directory);
    const cells = new Map(
      runs.flatMap(({ label, workload: { clients, ratiosTo }, results }) =>
        results.flatMap(({ test, range, clients: own, measurements }) =>
          measurements.map(({ value }) => {
            expect(own).toBe(clients);
            return [[ratiosTo?.table, clients, label, testLabel(test, range)].join(' '), value] as const;
          }),
        ),
      ),
    );
    let count = 0;
    const clients = new Set<number>();
    for (const file of readdirSync(directory)) {
      const [, users = ''] = /\.(\d+)u\.tsv$/.exec(file) ?? [];
      clients.add(Number(users));
      const lines = readFileSync(path.join(directory, file), 'utf8').split('\n');
      const labels = lines.flatMap((line) => /^col-\d+ : (\S+)$/.exec(line)?.[1] ?? []);
      for (const line of lines.filter((each) => each.includes('_range='))) {
        const fields = line.split('\t');
        const test = fields.pop() ?? '';
        for (const [column, text] of fields.entries()) {
          const key = ['qps.rel.ma106', users, labels[column], test].join(' ');
          expect(cells.get(key), key).toBe(Number(text));
          count += 1;
        }
      }
    }
    expect([count, [...clients].sort((a, b) => a - b)]).toEqual([
      1452,
      [1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 48],
    ]);
  });

  it('hold counters of perf stat, cell by cell, once their columns are named', async () => {
    const directory = path.join(archive('jul25.sb.pg18b2'), '1u.1t.50m');
    const text = (name: string) => readFileSync(path.join(directory, name), 'utf8');
    const table = text('qps.abs.1u.1t.50m.tsv');
    // The six columns are not named anywhere: any six of the eight directories.
    const columns = [...table.matchAll(/^col-\d+ : (\S+)$/gm)].map(([, label = '']) => label).slice(0, 6);
    const joins = readdirSync(path.join(directory, 'join1'));
    using made = makeDirectory({
      'qps.abs.1u.1t.50m.tsv': table,
      'basecase.json': JSON.stringify({ basecase: 1, columns }),
      ...Object.fromEntries(joins.map((name) => [`join1/${name}`, text(`join1/${name}`)])),
    });
    const { runs } = await readUpload(made.path);
    const checked = ['hot-points', 'range-covered-si', 'scan'].flatMap((test) => {
      const lines = text(`join1/join1.abs.1u.1t.50m.sb.perf.hw.${test}.range100.pk1.1.sorted`).split('\n');
      const numbers = (counter: string) =>
        (lines.find((line) => line.startsWith(`${counter} `)) ?? '').split(' ').slice(1).map(Number);
      return columns.map((label, column) => {
        const result = runs.find((run) => run.label === label)?.results.find((each) => each.test === test);
        const value = (metric: string) =>
          result?.measurements.find((found) => found.metric === metric)?.value ?? Number.NaN;
        const per = (counter: string) => (numbers(counter)[column] ?? 0) / 10 / value('throughput');
        expect(value('ipc').toFixed(2)).toBe(numbers('ipc')[column]?.toFixed(2));
        expect(value('instructions_per_op')).toBeCloseTo(per('instructions'), 3);
        expect(value('cycles_per_op')).toBeCloseTo(per('cycles'), 3);
        expect(value('cache_misses_per_op')).toBeCloseTo(per('cache-misses'), 3);
        expect(value('branch_misses_per_op')).toBeCloseTo(per('branch-misses'), 3);
        return label;
      });
    });
    expect(checked).toHaveLength(18);
  });
});
