import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBytes } from '../testing/parse-bytes';
import { maskLine, maskSecrets } from './mask-secrets';

describe('maskLine', () => {
  it.each([
    [
      'sysbench --mysql-user=root --mysql-password=pw --mysql-db=test',
      'sysbench --mysql-user=root --mysql-password=*** --mysql-db=test',
    ],
    ['--pgsql-password="a b" --x', '--pgsql-password=*** --x'],
    ['PGPASSWORD=pw psql -h 127.0.0.1 -p 5432', 'PGPASSWORD=*** psql -h 127.0.0.1 -p 5432'],
    ['MYSQL_PWD=pw mysql', 'MYSQL_PWD=*** mysql'],
    ['mysql -uroot -ppw -h 127.0.0.1', 'mysql -uroot -p*** -h 127.0.0.1'],
    ['client -u root -ppw test', 'client -u root -p*** test'],
    ['password = pw', 'password = ***'],
    ["CREATE USER 'r' IDENTIFIED BY 'pw'", "CREATE USER 'r' IDENTIFIED BY '***'"],
    ["CREATE ROLE r LOGIN PASSWORD 'pw'", "CREATE ROLE r LOGIN PASSWORD '***'"],
    [
      'A temporary password is generated for root@localhost: p;w',
      'A temporary password is generated for root@localhost: ***',
    ],
    [
      'Changed tpcc:pg_pass from pg to p;w for PostgreSQL',
      'Changed tpcc:pg_pass from *** to *** for PostgreSQL',
    ],
    [
      '\rValue pw for tpcc:maria_pass is the same as existing value pw, no change made',
      '\rValue *** for tpcc:maria_pass is the same as existing value ***, no change made',
    ],
    [' pg_superuserpass    = pw', ' pg_superuserpass    = ***'],
    ['hammerdb>diset tpcc pg_pass pw', 'hammerdb>diset tpcc pg_pass ***'],
    ['connect postgres://me:pw@host:5432/db', 'connect postgres://me:***@host:5432/db'],
  ])('%s', (line, masked) => {
    expect(maskLine(line)).toBe(masked);
    expect(maskSecrets(Buffer.from(`a\n${line}\nb\n`)).toString()).toBe(`a\n${masked}\nb\n`);
  });

  it.each([
    'mysql: [Warning] Using a password on the command line interface can be insecure.',
    'sysbench --mysql-password= --mysql-db=test run',
    'perf record -p 1234',
    'mkdir -p /data/x',
    'validate_password.policy: LOW',
    'Changed tpcc:pg_count_ware from 1 to 20 for PostgreSQL',
    'passes = 3',
    'see https://example.org:8080/a',
  ])('leaves %j as it is', (line) => {
    expect(maskLine(line)).toBe(line);
  });
});

it('returns the same block when there is nothing to mask', () => {
  const block = Buffer.from('43  0 120040 5699712\n');
  expect(maskSecrets(block)).toBe(block);
});

it('keeps every byte of other lines', () => {
  const noise = Buffer.from([0xff, 0xfe, 0x00, 0x0a]);
  const block = Buffer.concat([noise, Buffer.from('password=pw\n'), noise]);
  expect(maskSecrets(block)).toEqual(Buffer.concat([noise, Buffer.from('password=***\n'), noise]));
});

it('masks a secret wherever the chunks are cut', async () => {
  const text = `${'x'.repeat(70_000)}\nsysbench --pgsql-password=s3cret --pgsql-db=ib run\n`;
  const whole = await parseBytes('a', Buffer.from(text));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 80_000 }), async (chunkBytes) => {
      expect((await parseBytes('a', Buffer.from(text), { chunkBytes })).artifact.sha256).toBe(
        whole.artifact.sha256,
      );
    }),
    { seed: 7, numRuns: 40 },
  );
});

it('masks a secret in a line that is longer than the limit', async () => {
  const line = Buffer.from(`${'x '.repeat(40)}--pgsql-password=s3cret ${'y '.repeat(40)}\n`);
  const limited = await parseBytes('a', line, { chunkBytes: 3, limits: { lineBytes: 64 } });
  const whole = await parseBytes('a', line);
  expect(limited.artifact).toEqual(whole.artifact);
});
