import { describe, expect, it } from 'vitest';
import { findSuspiciousLines } from './needles';
import { RULES } from './rules/rules';
import { findSecrets, maskLine } from './secret-masker';

const SECRET = 'S3cr3t';

describe('each rule', () => {
  it.each(RULES.map((rule) => [rule.name, rule] as const))(
    '%s hides the secret of its example',
    (name, rule) => {
      const marked = /«(.*)»/.exec(rule.example)?.[1];
      const line = rule.example.replace('«', '').replace('»', '');
      const masked = maskLine(line);
      expect(masked).not.toContain(marked ?? SECRET);
      expect(masked).toContain('***');
      expect(maskLine(masked)).toBe(masked);
      // On its own, not because another rule takes the same line.
      expect(findSecrets(line, [rule]).map(({ rule: by }) => by)).toContain(name);
      expect(findSuspiciousLines(Buffer.from(`x\n${line}\n`))).toEqual([2]);
    },
  );

  it('has a unique name', () => {
    expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
  });
});

describe('maskLine', () => {
  it.each([
    [
      'sysbench --mysql-user=root --mysql-password=pw --mysql-db=test',
      'sysbench --mysql-user=root --mysql-password=*** --mysql-db=test',
    ],
    ['--pgsql-password="a b" --x', '--pgsql-password=*** --x'],
    ['PGPASSWORD=pw psql -h 127.0.0.1 -p 5432', 'PGPASSWORD=*** psql -h 127.0.0.1 -p 5432'],
    ['MYSQL_PWD=pw mysql', 'MYSQL_PWD=*** mysql'],
    ['go-tpc tpch run -H db1 -P 4000 -p pw', 'go-tpc tpch run -H db1 -P 4000 -p ***'],
    ['tiup bench tpcc -p pw run', 'tiup bench tpcc -p *** run'],
    ['memtier_benchmark -s db1 -a pw --ratio=1:0', 'memtier_benchmark -s db1 -a *** --ratio=1:0'],
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
    ['{"notes": "password=pw", "cores": 8}', '{"notes": "password=***", "cores": 8}'],
    ['{"cmd": "x --password=\\"a b\\" --threads=8"}', '{"cmd": "x --password=\\"***\\" --threads=8"}'],
    ['{"password": "a\\"b", "threads": 8}', '{"password": "***", "threads": 8}'],
    ['jdbc:mysql://h/db?user=a&password=b&threads=8', 'jdbc:mysql://h/db?user=a&password=***&threads=8'],
    [
      'pass\u001b[0mword=\u001b[31mpw\u001b[0m threads=8',
      'pass\u001b[0mword=\u001b[31m***\u001b[0m threads=8',
    ],
  ])('%s', (line, masked) => {
    expect(maskLine(line)).toBe(masked);
    expect(maskLine(masked)).toBe(masked);
  });
});
