import type { Fact } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { statementsOfRun } from './list-statement-latencies';

const fact = (group: string, name: string, line: number, number: number | null = null): Fact => ({
  ...{ group, name, line, number },
  value: String(number),
  unit: null,
});
const begins = (run: number, line: number) => fact(`run ${run}`, 'transaction type', line);
const namesOf = (facts: Fact[], at: { line: number; test: string }) =>
  statementsOfRun(facts, at).map(({ statement, latency, failures }) => [statement, latency, failures]);

describe('statementsOfRun', () => {
  it('takes the table of the run that the line is in', () => {
    const facts = [
      begins(1, 1),
      fact('statement latencies, custom, run 1', 'SELECT 1;', 9, 0.1),
      begins(2, 20),
      fact('statement latencies, custom, run 2', 'SELECT 1;', 29, 0.2),
      fact('failures of statements, custom, run 2', 'SELECT 1;', 29, 3),
    ];
    expect(namesOf(facts, { line: 8, test: 'custom' })).toEqual([['SELECT 1;', 0.1, null]]);
    expect(namesOf(facts, { line: 28, test: 'custom' })).toEqual([['SELECT 1;', 0.2, 3]]);
  });

  it('takes the only table for a test that its file names otherwise, but never in a mix', () => {
    const facts = [begins(1, 1), fact('statement latencies, a, run 1', 'SELECT 1;', 9, 0.1)];
    expect(namesOf(facts, { line: 8, test: 'named' })).toHaveLength(1);
    const mix = [...facts, fact('a, run 1', 'weight', 6, 1)];
    expect(namesOf(mix, { line: 8, test: 'multiple-scripts' })).toEqual([]);
    expect(namesOf(mix, { line: 8, test: 'a' })).toHaveLength(1);
  });

  it('has nothing where a run has no table', () => {
    expect(namesOf([begins(1, 1)], { line: 3, test: 'a' })).toEqual([]);
  });
});
