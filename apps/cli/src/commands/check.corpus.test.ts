import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { archive, hasCorpus } from '../testing/corpus';

// What `basecase check` says of real runs and tables is what the study's own code says: the stored verdicts are compared
// with those of verdict.py by verdicts.corpus.test.ts.

const RUNS = ['x.my5651_rel_o2nofp', 'x.my8044_rel_o2nofp', 'x.my9500_rel_o2nofp'].map(
  (name) => `nov25.sb.mysql/dop1/${name}.z12a_c8r32.pk1`,
);

describe.skipIf(!hasCorpus)('basecase check on the corpus', () => {
  it.each([
    ['nov25.sb.mysql-dop1-runs', RUNS, '1', 33],
    ['nov25.sb.mysql-dop1-qps', ['nov25.sb.mysql/dop1/qps.abs.all.tsv'], '1', 33],
    ['nov25.sb.mysql-dop1-met', ['nov25.sb.mysql/dop1/o.met.all'], '1', 33],
    ['mar26.pn53.sb.my-qps-latest', ['mar26.pn53.sb.my/qps.abs.latest.tsv'], '1', 33],
    ['dec25.sb.socket.my-met-all', ['dec25.sb.socket.my/o.met.my.all'], '16', 33],
  ])('says of %s what is stored', async (name, paths, clients, most) => {
    const machine = ['--cached', '--clients', clients, '--machine', 'dedicated'];
    const args = ['check', ...paths.map(archive), ...machine, '--format', 'json'];
    const { stdout, code } = await runCaptured(args);
    expect(code).toBe(3);
    const { columns } = JSON.parse(stdout) as { columns: { tests: { test: string; verdict: string }[] }[] };
    const stored = await storedVerdicts(name);
    expect(stored.size).toBeGreaterThan(25);
    expect(stored.size).toBeLessThanOrEqual(most);
    for (const [test, verdicts] of stored) {
      const verdictsOfTest = columns.map(({ tests }) => tests.find((each) => each.test === test)?.verdict);
      // The first of the stored ones is the base against itself.
      expect(verdictsOfTest, test).toEqual(verdicts.slice(1));
    }
  });
});

const VERDICTS = /^(\S+): ((?:[a-z ]+ \| )+[a-z ]+)$/;

/** Verdicts by test, a column each: `insert_range=100: no change | regression | small regression`. */
async function storedVerdicts(name: string): Promise<Map<string, string[]>> {
  const text = await readFile(resolve(import.meta.dirname, `../testing/verdicts/${name}.txt`), 'utf8');
  const rows = text.split('\n').flatMap((line): [string, string[]][] => {
    const [, test, verdicts] = VERDICTS.exec(line) ?? [];
    return test !== undefined && verdicts !== undefined ? [[test, verdicts.split(' | ')]] : [];
  });
  return new Map(rows);
}
