import { parseRunDirectory } from '@basecase/ingest';
import { expect, it } from 'vitest';
import { planSchema } from './plan';
import { roundName, runNameOf, tarballNames } from './run-name';

const variant = (part: object) =>
  planSchema.parse({
    basecase: 1,
    variants: [{ version: '1', starter: 'postgres', binaries: '/x', ...part }],
    tests: [{ name: 'p', tool: 'sysbench', script: 's' }],
  }).variants[0] as Parameters<typeof runNameOf>[0];

it.each([
  ['PostgreSQL', '18.4', 'x.pg184_rel.b1.pk1'],
  ['PostgreSQL', '14.23', 'x.pg1423_rel.b1.pk1'],
  ['PostgreSQL', '18beta1', 'x.pg18beta1_rel.b1.pk1'],
  ['MySQL', '8.0.43', 'x.my8043_rel.b1.pk1'],
  ['MySQL', '9.5.0', 'x.my9500_rel.b1.pk1'],
  ['MariaDB', '10.11.19', 'x.ma101119_rel.b1.pk1'],
])('%s %s is %s, which reads back as the same', (product, version, name) => {
  expect(runNameOf(variant({ product, version }))).toBe(name);
  expect(parseRunDirectory(name).variant).toMatchObject({ product, version, flavour: 'rel', config: 'b1' });
});

it('names a nightly build by its day and commit', () => {
  const build = { commit: '4eb13e8a9c', committedAt: '2026-08-29T18:00:00Z' };
  const name = runNameOf(variant({ version: '19devel', build }));
  expect(name).toBe('x.pg19devel_20260829-g4eb13e8a_rel.b1.pk1');
  expect(parseRunDirectory(name).variant).toMatchObject({
    version: '19devel',
    build: { commit: '4eb13e8a' },
  });
});

it('gives a repeated variant a separate tarball', () => {
  const twice = [variant({ version: '18.4' }), variant({ version: '18.4', name: 'again' })];
  expect(tarballNames({ variants: twice })).toEqual([
    'x.pg184_rel.b1.pk1.tar.gz',
    'x.pg184_rel.b1.pk1.2.tar.gz',
  ]);
});

it('keeps rounds in the order of their names', () => {
  expect([1, 9, 10, 123].map(roundName)).toEqual(['round01', 'round09', 'round10', 'round123']);
});
