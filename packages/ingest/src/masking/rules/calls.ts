import { type MaskRule, readValue } from '../rule';

const value: MaskRule['read'] = (line, { index, 0: head }) => readValue(line, index + head.length);

/** A string, and what separates it from the next one. */
const STRING = String.raw`[ \t]{0,5}(?:N?'[^'\n]{0,300}'|"[^"\n]{0,300}")`;
const NEXT = String.raw`[ \t]{0,5},[ \t]{0,5}`;
const NAME = String.raw`["'][\w.:-]{0,60}(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|secret[._-]?key)["']`;

/** Calls of functions, of drivers and of SQL, that take a secret as one of their arguments. */
export const CALLS: readonly MaskRule[] = [
  {
    name: 'named-argument',
    example: `[Environment]::SetEnvironmentVariable("PGPASSWORD","S3cr3t")`,
    head: new RegExp(String.raw`\([ \t]{0,5}${NAME}${NEXT}(?=["'])`, 'gi'),
    read: value,
  },
  {
    name: 'credentials-call',
    example: 'cluster = Cluster(url, PasswordAuthenticator("me", "S3cr3t"))',
    head: new RegExp(
      String.raw`(?:basicAuth|HTTP\w{1,10}Auth|PasswordAuthenticator|PlainTextAuthProvider|AuthTokens\.basic|UsernamePasswordCredentials|changeUserPassword|auth=)[ \t]{0,5}\(${STRING}${NEXT}(?=["'])`,
      'gi',
    ),
    read: value,
  },
  {
    name: 'password-call',
    example: 'jedis.auth("S3cr3t")',
    head: /(?<![\w.])\w{1,40}\.auth\([ \t]{0,5}(?=["'][^"'\n]{1,200}["'][ \t]{0,5}\))/g,
    read: value,
  },
  {
    name: 'secure-string',
    example: 'ConvertTo-SecureString -String "S3cr3t" -AsPlainText -Force',
    head: /ConvertTo-SecureString[ \t]{1,5}(?:-AsPlainText[ \t]{1,5}|-Force[ \t]{1,5}|-String[ \t]{1,5}){0,3}(?=["'])/gi,
    read: value,
  },
  {
    name: 'table-function',
    example: "SELECT * FROM postgresql('db:5432', 'd', 't', 'me', 'S3cr3t')",
    head: new RegExp(
      String.raw`(?<![\w.])(?:Materialized)?(?:mysql|postgresql|remote(?:Secure)?|mongodb)[ \t]{0,5}\((?:${STRING}${NEXT}){3,4}(?='[^'\n]{1,200}'[ \t]{0,5}\))`,
      'gi',
    ),
    read: value,
  },
  {
    name: 'bucket-function',
    example: "SELECT * FROM s3('https://b.example/x.csv', 'key', 'S3cr3t', 'CSV')",
    head: new RegExp(String.raw`(?<![\w.])s3[ \t]{0,5}\((?:${STRING}${NEXT}){2}(?=')`, 'gi'),
    read: value,
  },
  {
    name: 'managed-replication',
    example: "CALL mysql.rds_set_external_master('db', 3306, 'repl', 'S3cr3t', 'binlog.1', 4, 0)",
    head: new RegExp(
      String.raw`set_external_(?:master|source)\w{0,30}[ \t]{0,5}\(${STRING}${NEXT}\d{1,5}${NEXT}${STRING}${NEXT}(?=')`,
      'gi',
    ),
    read: value,
  },
  {
    name: 'sql-server-call',
    example: "EXEC sp_addlinkedsrvlogin 's', 'false', NULL, 'me', 'S3cr3t'",
    head: new RegExp(
      String.raw`(?:sp_addlinkedsrvlogin[ \t]{1,5}(?:(?:${STRING}|[ \t]{0,5}NULL)${NEXT}){4}|sp_password[ \t]{1,5}(?:(?:${STRING}|[ \t]{0,5}NULL)${NEXT})|openrowset[ \t]{0,5}\(${STRING}${NEXT}'[^'\n]{0,100}'[ \t]{0,5};[ \t]{0,5}'[^'\n]{0,100}'[ \t]{0,5};[ \t]{0,5})N?(?=')`,
      'gi',
    ),
    read: value,
  },
  {
    name: 'string-in-string',
    example: "ALTER SYSTEM SET primary_conninfo = 'user=repl password=''S3cr3t'' host=db'",
    head: /(?:password|passwd|pwd)[ \t]{0,5}=[ \t]{0,5}''(?<secret>[^\s'][^'\n]{0,200})(?='')/gi,
  },
  {
    name: 'named-element',
    example: '<entry key="db.password">S3cr3t</entry>',
    head: /<\w{1,40}[ \t]{1,5}(?:key|name|id)=["'][\w.:-]{0,80}(?:password|passwd|pwd|secret|token|secret[._]key)["'][^<>\n]{0,100}>(?<secret>[^<\n]{1,300})</gi,
  },
  {
    name: 'element-pair',
    example: '<name>fs.s3a.secret.key</name><value>S3cr3t</value>',
    head: /<name>[\w.:-]{0,80}(?:password|passwd|pwd|secret|token|secret[._]key)<\/name>[ \t]{0,20}<value>(?<secret>[^<\n]{1,300})</gi,
  },
];
