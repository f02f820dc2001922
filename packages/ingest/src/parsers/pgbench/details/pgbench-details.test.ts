import { describe, expect, it } from 'vitest';
import { readFixtureDetails } from '../../../testing/read-fixture-details';
import { pgbench } from '../summary/pgbench';

const details = (name: string) => readFixtureDetails(pgbench, name);

describe('details of pgbench', () => {
  it('has progress as series: a stall has no latency, nan is a gap', () => {
    const { series } = details('made-pgbench-18-progress.txt');
    expect(series).toEqual([
      {
        id: 'throughput',
        label: 'TPS',
        unit: 'transactions/s',
        of: null,
        seconds: [5, 10, 15],
        values: [1990.2, 0, 2010.4],
        lines: [3, 4, 5],
      },
      expect.objectContaining({ id: 'latency_avg', unit: 's', values: [0.002004, null, 0.001981] }),
      expect.objectContaining({ id: 'latency_stddev', values: [0.000611, null, null] }),
      expect.objectContaining({ id: 'errors', values: [0, 0, 2] }),
    ]);
  });

  it('has lag, skipped, retried and retries where they are printed', () => {
    const rate = details('made-pgbench-progress.stderr.txt').series;
    expect(rate.find(({ id }) => id === 'schedule_lag_avg')?.values).toEqual([0.002849, null]);
    expect(rate.find(({ id }) => id === 'skipped_transactions')?.values).toEqual([3, 0]);
    const tries = details('pgbench-15-serializable.txt').series;
    expect(tries.map(({ id, values }) => [id, values[0]])).toEqual([
      ['throughput', 2805.8],
      ['latency_avg', 0.000938],
      ['latency_stddev', 0.001253],
      ['errors', 1901],
      ['retried_transactions', 2943],
      ['retries', 5294],
    ]);
  });

  it('has the latency, failures and retries of each statement', () => {
    const { facts } = details('made-pgbench-15-retries.txt');
    const update = 'UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;';
    expect(facts.filter(({ name }) => name === update)).toEqual([
      {
        group: 'statement latencies, simple-update, run 1',
        name: update,
        value: '1.098',
        number: 0.001098,
        unit: 's',
        line: 23,
      },
      {
        group: 'failures of statements, simple-update, run 1',
        name: update,
        value: '60',
        number: 60,
        unit: null,
        line: 23,
      },
      {
        group: 'retries of statements, simple-update, run 1',
        name: update,
        value: '1204',
        number: 1204,
        unit: null,
        line: 23,
      },
    ]);
  });

  it('has a table for each script of a mix, and past statements of several lines', () => {
    const groups = details('pgbench-15-mix.txt').facts.map(({ group }) => group);
    const count = (group: string) => groups.filter((each) => each === group).length;
    expect(count('statement latencies, select-only, run 1')).toBe(2);
    expect(count('statement latencies, simple-update, run 1')).toBe(9);
    const login = details('made-pgbench-10-statements.txt').facts.filter(({ group }) =>
      group?.startsWith('statement'),
    );
    expect(login.map(({ value, name }) => [value, name])).toEqual([
      ['0.002', '\\set id random(1, 1000)'],
      ['1.385', 'SELECT name, 5.5 FROM users'],
      ['3.498', 'UPDATE users SET seen = now() WHERE id = :id;'],
    ]);
    const custom = details('made-pgbench-9.5-custom.txt').facts.filter(({ group }) =>
      group?.startsWith('statement'),
    );
    expect(custom.map(({ number }) => number)).toEqual([0.0000015, 0.00395]);
  });

  it('has the lines of each summary as facts', () => {
    const { facts } = details('made-pgbench-16-scripts.txt');
    const find = (group: string, name: string) =>
      facts.find((fact) => fact.group === group && fact.name === name);
    expect(find('run 1', 'transaction type')?.value).toBe('multiple scripts');
    expect(find('run 1', 'tps without initial connection time')).toMatchObject({ number: 400, line: 13 });
    expect(find('insert, run 1', 'weight')?.value).toBe('1 (targets 25.0% of total)');
  });
});
