import type { Fact } from '@basecase/ingest/model';
import type { StatementLatency } from '../../types';

const RUN = /^run (\d+)$/;

/**
 * The statement table of one result among the facts of its file, which may hold several runs and a table for each
 * script of
 * a mix.
 *
 * @param at a line of the result's summary, and its test
 * @returns rows in the order of the script; none when the run has no table of the test
 */
export function statementsOfRun(
  facts: readonly Fact[],
  { line, test }: { line: number; test: string },
): StatementLatency[] {
  const begins = facts.filter(({ name, group }) => name === 'transaction type' && RUN.test(group ?? ''));
  const run = begins.findLast((fact) => (fact.line ?? 0) <= line)?.group ?? 'run 0';
  const own = facts.filter(({ group }) => group?.endsWith(`, ${run}`));
  const tables = own.flatMap((fact) => (readGroup(fact, 'statement latencies', run) === null ? [] : [fact]));
  const scripts = new Set(tables.map((fact) => readGroup(fact, 'statement latencies', run)));
  // A named log may call its test otherwise than its script; a mix has weights, and its tables are distinguished by
  // name.
  const isMix = own.some(({ name }) => name === 'weight');
  const [only] = scripts;
  const script = scripts.has(test) ? test : !isMix && scripts.size === 1 ? only : null;
  return tables
    .filter((fact) => script !== null && readGroup(fact, 'statement latencies', run) === script)
    .map((fact) => ({
      statement: fact.name,
      latency: fact.number,
      failures:
        own.find(
          (each) => each.line === fact.line && readGroup(each, 'failures of statements', run) === script,
        )?.number ?? null,
      line: fact.line ?? 0,
    }));
}

/** The script of `statement latencies, select-only, run 1`; null for facts of another kind. */
function readGroup({ group }: Fact, kind: string, run: string): string | null {
  const [start, end] = [`${kind}, `, `, ${run}`];
  return group?.startsWith(start) && group.endsWith(end) ? group.slice(start.length, -end.length) : null;
}
