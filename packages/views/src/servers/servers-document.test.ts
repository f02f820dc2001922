import { describe, expect, it } from 'vitest';
import { documentText } from '../document/document-text';
import { testData, testServer } from '../testing/test-servers';
import { serversDocument } from './servers-document';
import { toServersSelection } from './servers-selection';
import { type ServersState, serversUrl } from './servers-state';

const data = testData(
  [
    testServer('small', 8, {
      throughput: [
        [1000, 800.5],
        [10, null],
      ],
      cpu_us_per_op: [
        [49.04, 56.31],
        [1, 1],
      ],
    }),
    testServer('large', 48, {
      throughput: [
        [90_000, 99_000],
        [20, 20],
      ],
    }),
  ],
  2,
);
const documentOf = (state: Partial<ServersState> = {}) => {
  const all = { ...serversUrl.defaults, ...state };
  return serversDocument(toServersSelection(data, all), all);
};
const rowsOf = (state: Partial<ServersState> = {}) => {
  const [tests] = documentOf(state).tables;
  return tests?.sections.flatMap(({ label, rows }) =>
    rows.map(({ name, cells }) => [label, name, ...cells.map(({ text }) => text)]),
  );
};

describe('servers side by side as a document', () => {
  it('have a group of columns for each server, their costs, and what is read of all', () => {
    const [tests] = documentOf().tables;
    expect(tests?.groups.map(({ span }) => span)).toEqual([4, 2, 1]);
    expect(tests?.heads.map(({ label, note }) => `${label} ${note}`)).toEqual([
      'QPS 1.0',
      '2.0 / 1.0',
      'CPU µs/o 1.0',
      'CPU µs/o 2.0',
      'QPS 1.0',
      '2.0 / 1.0',
      'The same elsewhere? ',
    ]);
    expect(rowsOf()?.map((row) => row.slice(0, -1))).toEqual([
      ['Point queries', 't0', '1\u202f000', '0.80', '49.0', '56.3', '90\u202f000', '1.10'],
      ['Point queries', 't1', '10', '–', '1.00', '1.00', '20', '1.00'],
      ['Point queries', 'geometric mean', '', '0.80', '', '', '', '1.05'],
    ]);
    expect(rowsOf()?.[0]?.at(-1)).toMatch(/^opposite; slower on small; faster on large$/);
  });

  it('keep numbers at full precision, and no value where there is none', () => {
    const [tests] = documentOf().tables;
    const values = tests?.sections[0]?.rows.slice(0, 2).map(({ cells }) => cells.map(({ value }) => value));
    expect(values).toEqual([
      [1000, 0.8005, 49.04, 56.31, 90_000, 1.1, null],
      [10, null, 1, 1, 20, 1, null],
    ]);
  });

  it('show what the filter shows, also of groups that are folded on the screen', () => {
    expect(rowsOf({ q: 't1', fold: ['point'] })?.map(([, name]) => name)).toEqual(['t1', 'geometric mean']);
  });

  it('list the differences between the servers, in every format', () => {
    const facts = documentOf().tables.find(({ id }) => id === 'facts');
    expect(facts?.sections[0]?.rows.map(({ cells }) => cells[0]?.text)).toEqual(['8', '48']);
    expect(documentText(documentOf(), 'md')).toContain('### What differs');
  });

  it('name the rule for the cells', () => {
    expect(documentOf({ rule: 'thresholds', t: 0.97 }).notes.join(' ')).toContain('0.97 / 1.03');
  });

  it('have columns that are found again by server and workload', () => {
    const keys = documentOf().tables[0]?.heads.map(({ key }) => key) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys[1]).toBe('small@w 2.0');
  });
});
