import { type MaskRule, readValue, type SecretSpan } from '../rule';

const value: MaskRule['read'] = (line, { index, 0: head }) => readValue(line, index + head.length);

const VALUE = /[ \t]{0,20}('(?:[^']|'')*'|[^,'()\n]*)[ \t]{0,5}(?:,|\))/y;

/** The value in the place of the column that is called password. */
function insertedPassword(line: string, match: RegExpExecArray): SecretSpan | null {
  const columns = (match[1] ?? '').split(',');
  const place = columns.findIndex((column) => /(?:password|passwd|secret|token)["'`\s]*$/i.test(column));
  if (place < 0) return null;
  VALUE.lastIndex = match.index + match[0].length;
  for (let at = 0; ; at += 1) {
    const start = VALUE.lastIndex;
    const found = VALUE.exec(line);
    if (!found) return null;
    const text = found[1] ?? '';
    if (at < place) continue;
    const from = start + found[0].indexOf(text) + 1;
    return /^'.+'$/.test(text) ? { start: from, end: from + text.length - 2 } : null;
  }
}

/** Connection settings of clients and drivers, and files that list permitted users. */
export const CONNECTIONS: readonly MaskRule[] = [
  {
    name: 'go-dsn',
    example: 'dsn = "root:S3cr3t@tcp(127.0.0.1:4000)/tpcc"',
    head: /(?<![\w./-])[\w.%-]{1,60}:(?<secret>[^\s"'/]{1,200})(?=@(?:(?:tcp|udp|unix|cloudsql)\w{0,10})?\(|@\/[\w?])/g,
  },
  {
    name: 'mysqlsh-uri',
    example: 'mysqlsh --sql root:S3cr3t@localhost:3306',
    head: /(?:mysqlsh|\\connect|\\c|shell\.connect\()[^\n:@]{0,120}?(?<![\w.])[\w.%-]{1,60}:(?<secret>[^\s"'@/]{1,200})(?=@[\w.[(%-])/g,
  },
  {
    name: 'percona-dsn',
    example: 'pt-table-checksum h=db,u=root,p=S3cr3t',
    head: /(?<![\w.,=-])(?:[ADFLPShtu]=[^\s,"']{0,100},){1,8}p=(?<secret>[^\s,"']{1,200})/g,
  },
  {
    name: 'percona-dsn-before',
    example: 'pt-archiver --source p=S3cr3t,u=me,h=db',
    head: /(?<![\w.,=-])p=(?<secret>[^\s,"']{1,200})(?=,(?:[ADFLPSt]=[^\s,"']{0,100},){0,6}[hu]=[A-Za-z])/g,
  },
  {
    name: 'pgpass-line',
    example: 'localhost:5432:*:postgres:S3cr3t',
    head: /^(?:[A-Za-z][\w.-]{0,100}|\*|\/[\w./-]{1,100}|\[[\da-f:]{2,40}\]|\d{1,3}(?:\.\d{1,3}){3}):(?:[56]432|\*):[\w*-]{1,63}:[\w.*-]{1,63}:(?<secret>[^\s:]{1,300})[ \t]{0,5}\r?$/g,
  },
  {
    name: 'pgbouncer-user',
    example: '"pgbouncer" "S3cr3t"',
    // A head of a table is two names, too: a name has no digit.
    head: /^"[\w.@-]{1,63}"[ \t]{1,5}"(?=[^"]{6})(?=[^"]{0,200}\d)(?=[^"]{0,200}[A-Za-z])(?<secret>[^"]{1,300})"(?:[ \t]{1,5}"[^"]{0,100}"){0,3}[ \t]{0,5}(?:;[^\n]{0,200})?\r?$/g,
  },
  {
    name: 'driver-call',
    example: 'DriverManager.getConnection(url, "me", "S3cr3t")',
    head: /(?:(?:MySQLdb|pymysql|mariadb|mysql\.connector)\.connect|getConnection|(?<![A-Za-z])PDO|mysqli(?:_connect)?|real_connect|DBI->connect)[ \t]{0,5}\((?:[ \t]{0,5}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[\w.]{1,60})[ \t]{0,5},){2}[ \t]{0,5}(?=["'])/gi,
    read: value,
  },
  {
    name: 'oracle-login',
    example: 'SQL> connect system/S3cr3t@orcl',
    head: /(?<![\w.-])(?:connect|impdp|expdp|sqlldr)[ \t]{1,5}(?:userid=)?[\w$#]{1,60}\/["']?(?<secret>[^\s"'@/]{1,200})(?=["']?@)/gi,
  },
  {
    name: 'mongo-login',
    example: 'db.auth("me", "S3cr3t")',
    head: /(?<![\w.])\w{1,40}\.auth\([ \t]{0,5}["'][^"'\n]{1,60}["'][ \t]{0,5},[ \t]{0,5}(?=["'])/g,
    read: value,
  },
  {
    name: 'db2-login',
    example: 'db2 connect to bench user me using S3cr3t',
    head: /(?<![\w.-])db2[ \t]{1,5}["']?connect[ \t]{1,5}to[ \t]{1,5}\w{1,60}[ \t]{1,5}user[ \t]{1,5}\S{1,60}[ \t]{1,5}using[ \t]{1,5}/gi,
    read: value,
  },
  {
    name: 'teradata-login',
    example: '.LOGON tdpid/me,S3cr3t;',
    head: /(?<![\w.-])\.logon[ \t]{1,5}[\w.-]{1,60}\/[\w.-]{1,60},(?<secret>[^\s;"']{1,200})/gi,
  },
  {
    name: 'sqlite-key',
    example: "PRAGMA key = 'S3cr3t';",
    head: /(?<!\w)pragma[ \t]{1,5}(?:re)?key[ \t]{0,5}=[ \t]{0,5}(?=["'])/gi,
    read: value,
  },
  {
    name: 'inserted-password',
    example: "INSERT INTO users (id, name, password) VALUES (1, 'me', 'S3cr3t');",
    head: /insert[ \t]{1,5}into[ \t]{1,5}[\w."`]{1,120}[ \t]{0,5}\(([^()\n]{1,500})\)[ \t]{0,5}values[ \t]{0,5}\(/gi,
    read: insertedPassword,
  },
  {
    name: 'proxysql-variable',
    example:
      "UPDATE global_variables SET variable_value='S3cr3t' WHERE variable_name='mysql-monitor_password';",
    head: /variable_value[ \t]{0,5}=[ \t]{0,5}'(?<secret>[^'\n]{1,200})'(?=[ \t]{1,5}where[ \t]{1,5}variable_name[ \t]{0,5}=[ \t]{0,5}'[\w-]{0,60}(?:password|credentials)')/gi,
  },
  {
    name: 'sql-server-login',
    example: "EXEC sp_addlogin 'me', 'S3cr3t'",
    head: /sp_addlogin[ \t]{1,5}N?'[^'\n]{1,100}'[ \t]{0,5},[ \t]{0,5}N?(?=')/gi,
    read: value,
  },
  {
    name: 'ldap-bind',
    example: 'bindpw S3cr3t',
    head: /(?<![\w.-])(?:bindpw|rootpw)[ \t]{1,10}(?!=)/gi,
    read: value,
  },
  {
    name: 'redis-user',
    example: 'ACL SETUSER me on >S3cr3t ~* +@all',
    head: /(?:acl[ \t]{1,5}setuser|^[ \t]{0,5}user)[ \t]{1,5}[\w.-]{1,60}[ \t]{1,5}(?:on|off)[ \t]{1,5}[>#](?<secret>[^\s>]{1,300})/gi,
  },
  {
    name: 'redis-sentinel',
    example: 'sentinel auth-pass mymaster S3cr3t',
    head: /auth-pass[ \t]{1,5}[\w.-]{1,60}[ \t]{1,5}/gi,
    read: value,
  },
];
