import { describe, expect, it } from 'vitest';
import { testData, testServer } from '../testing/test-servers';
import { serverFacts } from './servers-document';
import { toServersSelection } from './servers-selection';
import { serversUrl } from './servers-state';

const facts = (...servers: ReturnType<typeof testServer>[]) =>
  serverFacts(toServersSelection(testData(servers), serversUrl.defaults));

describe('what differs between servers', () => {
  const small = testServer('pn53', 8, { throughput: [[1, 1]] }, { clients: 1 });
  const large = testServer(
    'ax162',
    48,
    { throughput: [[1, 1]] },
    { clients: 40, relativeTo: '1.0', origin: 'published' },
  );

  it('is marked, and what is the same is there too', () => {
    const columns = facts(small, large);
    const of = (label: string) => columns.find((column) => column.label === label);
    expect(of('Clients')).toEqual({ label: 'Clients', values: ['1 client', '40 clients'], differs: true });
    expect(of('Tables × rows')).toMatchObject({ values: ['1 × 50M', '1 × 50M'], differs: false });
    expect(of('Base')?.values).toEqual(['1.0', '1.0, as published']);
    expect(of('Figures')?.values).toEqual(['uploaded', 'ratios, published: a report']);
  });

  it('joins unrecorded facts into one column', () => {
    const unrecorded = facts(small, large).filter(({ values }) => values.every((value) => value === null));
    expect(unrecorded.map(({ label }) => label)).toEqual(['Config, Build, CPU, RAM, Storage, OS, CPU µs/o']);
  });

  it('keeps a column that one server has', () => {
    const known = { ...small, server: { ...small.server, memoryBytes: 32 * 1024 ** 3 } };
    expect(facts(known, large).find(({ label }) => label === 'RAM')?.values).toEqual(['32 GB', null]);
  });
});
