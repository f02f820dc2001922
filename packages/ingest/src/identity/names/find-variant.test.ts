import { expect, it } from 'vitest';
import { variantOfName } from './find-variant';

const variantOf = (directory: string) => {
  const [name = '', parent] = directory.split('/').reverse();
  return variantOfName(name, { ...(parent !== undefined && { parent }), hasFlavour: true });
};

it.each([
  ['mysql/8.4.8', 'MySQL', '8.4.8', null],
  ['a/mariadb/12.2.2-MariaDB-ubu2404', 'MariaDB', '12.2.2', 'MariaDB-ubu2404'],
  ['mariadb-10.1.36', 'MariaDB', '10.1.36', null],
])('%s names a release', (directory, product, version, flavour) => {
  const variant = { product, version, versionKnown: true, flavour, config: null };
  expect(variantOf(directory)).toEqual(variant);
});

it.each([
  ['mariadb/10.11.5-20260829', '10.11.5', null, { committedAt: '2026-08-29T00:00:00.000Z', commit: null }],
  ['mariadb-10.11.5-g4eb13e8-rel', '10.11.5', 'rel', { committedAt: null, commit: '4eb13e8' }],
])('%s names a build', (directory, version, flavour, build) => {
  expect(variantOf(directory)).toMatchObject({ product: 'MariaDB', version, flavour, build });
});

it.each(['2026-03-01', 'run_20260408_163030', 'mysql', 'mysql/2026-03-01'])(
  '%s names no product',
  (directory) => {
    expect(variantOf(directory)).toBeNull();
  },
);
