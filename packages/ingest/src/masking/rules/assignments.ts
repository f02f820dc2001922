import { type MaskRule, readValue, type SecretSpan } from '../rule';

/** Between a name and its value: `=`, `:`, `:=`, `=>`, `%3D` within an address, after the quote that closes the name. */
const SEPARATOR = String.raw`(?:\\{0,3}["'\]]){0,2}[ \t]{0,40}(?::=|=>|<-|=|%3[ad]|:(?!:))[ \t]{0,40}`;

/** Says nothing, or that there is a password (`using password: YES`). */
const NO_SECRET =
  /^(?:[{[(]|true|false|on|off|yes|no|null|none|nil|undefined|default|enabled|disabled|\*{1,16})$/i;
/** `3`, `1.5e6`, `16KB`, `20s`: what benchmarks count. */
const QUANTITY = /^[-+]?\d[\d.,_]*(?:e[-+]?\d+)?[a-z%]{0,3}$/i;
const FILE = /^(?:[~.]{0,2}[/\\]|[a-z]:\\)|\.(?:pem|key|crt|cer|p12|pfx|jks|der|pub|so|dll)$/i;

interface Assignment {
  key: string;
  value: string;
  separator: string;
}

/** `name = value` where the name ends with one of these words. */
function assignment(
  name: string,
  words: string,
  example: string,
  isSecret: (found: Assignment) => boolean,
  flags = 'gi',
): MaskRule {
  return {
    name,
    example,
    head: new RegExp(`(?:${words})(${SEPARATOR})`, flags),
    read: (line, match) => {
      const separator = match[1] ?? '';
      const start = keyStart(line, match.index);
      const key = line.slice(start, match.index + match[0].length - separator.length);
      const found = readAssigned(line, { start, end: match.index + match[0].length }, { key, separator });
      if (!found) return null;
      const all = line.slice(found.start, found.end).replace(/^["']|["']$/g, '');
      // `secret: 123 rows` is a quantity too.
      const value = /^\S*/.exec(all)?.[0] ?? '';
      if (NO_SECRET.test(all) || !isSecret({ key, value, separator })) return null;
      // A number in JSON becomes a string, so that it stays JSON.
      return /^["'][ \t]*:/.test(separator) && /[\d.-]/.test(line[match.index + match[0].length] ?? '')
        ? { ...found, asString: true }
        : found;
    },
  };
}

function readAssigned(
  line: string,
  at: SecretSpan,
  { key, separator }: { key: string; separator: string },
): SecretSpan | null {
  if (separator.includes('=') && !separator.includes('=>')) {
    // `--mysql-password= --mysql-db=test` has none.
    if (/[ \t]$/.test(separator) && line.startsWith('--', at.end)) return null;
    const toLineEnd = isAtLineStart(line, at.start) && isWholeLine(line, at.end, key);
    return readValue(line, at.end, { withQuotes: true, toLineEnd });
  }
  return readValue(line, at.end, { toLineEnd: isAtLineStart(line, at.start) && !/^\\?["']/.test(separator) });
}

/** Names are short: longer text is not a name, and searching further would be quadratic. */
const MAX_NAME = 64;

function keyStart(line: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < MAX_NAME && /[\w.-]/.test(line[start - 1] ?? '')) start -= 1;
  return start;
}

/** `  password:`, `- password:`, `"password":`, `# password =` */
function isAtLineStart(line: string, at: number): boolean {
  return at < 200 && /^[ \t]*(?:[-#;<>+][ \t]*)?["']?$/.test(line.slice(0, at));
}

/** A setting of a file, not a variable before a command or in a list. */
function isWholeLine(line: string, at: number, key: string): boolean {
  return key !== key.toUpperCase() && line.length - at < 4096 && !/ -|[|&;=(]/.test(line.slice(at));
}

const AUTH_PLUGIN = /(?:native|sha2|sha256)_password$/i;

/** A letter before it makes it another word (bypass), unless that is who the password is of. */
function isPassWord({ key, value }: Assignment): boolean {
  const before = key.replace(/pass$/i, '');
  const isOwn = before === '' || /[^a-z]$/i.test(before);
  const isCamel = /[a-z]Pass$/.test(key);
  const isOf = /(?:user|root|admin|db|sql|require|master|pg|sys|system|oracle|key|store|smtp|ftp|ldap|ssh)$/i;
  return (isOwn || isCamel || isOf.test(before)) && !/^\d{1,3}$/.test(value);
}

const DATABASE_KEY =
  /(?:primary|foreign|unique|sort|partition|shard|cluster|index|distribution|row|lookup|join|group|cache|hot|public|min|max|num|per|by|public)_key$/i;

const ENTRY = /"[\w.-]{1,253}"[ \t]{0,5}:[ \t]{0,5}"((?:[^"\\]|\\.)+)"/g;

/** The values of all strings in the flat objects that `objects` finds. */
function stringsOf(line: string, objects: RegExp): SecretSpan[] {
  return [...line.matchAll(objects)].flatMap(({ 0: all, 1: body = '', index }) =>
    [...body.matchAll(ENTRY)].map((entry) => {
      const end = index + all.length - 1 - body.length + entry.index + entry[0].length - 1;
      return { start: end - (entry[1]?.length ?? 0), end };
    }),
  );
}

/** Names that are followed by a value. */
export const ASSIGNMENTS: readonly MaskRule[] = [
  assignment(
    'password-assignment',
    'password[1-3]?|passwd|passphrase|passcode|passwort',
    'sysbench --mysql-password=S3cr3t --mysql-db=test',
    ({ key }) => !AUTH_PLUGIN.test(key),
  ),
  assignment('pass-assignment', 'pass', 'DB_PASS=S3cr3t', isPassWord),
  assignment(
    'pwd-assignment',
    'pwd|pw|psk',
    'Server=db;Uid=u;Pwd=S3cr3t;Port=3306',
    // The shell's PWD and OLDPWD are directories.
    ({ key, value }) =>
      !(/^(?:OLD)?PWD$/i.test(key) && /^[/~]/.test(value)) &&
      (/(?:^|[^a-z])(?:pwd|pw|psk|monitorpw)$/i.test(key) || /[a-z]P(?:wd|W)$/.test(key)) &&
      !(/pw$/i.test(key) && QUANTITY.test(value)),
  ),
  assignment(
    'secret-assignment',
    'secret(?:[_-]?id)?|credentials?|pre-?shared-?key|client-key-data|dockerconfigjson|tls\\.key|s3-key|private[_-]?key[_-]?id|(?:secret|access|private|auth|encrypt(?:ion)?|signing|account|shared|storage|master|session)[_.-]?key|(?<![a-z])api[_.-]?key|sharedaccesskey|client[_.-]?secret|secret_key_base|fs\\.azure\\.account\\.key\\.[\\w.-]{1,80}',
    'aws_secret_access_key = S3cr3t',
    ({ value }) => !QUANTITY.test(value) && !FILE.test(value),
  ),
  assignment(
    'token-assignment',
    'token|_auth|jwt|wsrep_sst_auth|primary_conninfo_password|x-amz-signature|sharedaccesssignature',
    'NPM_TOKEN=S3cr3t',
    ({ key, value, separator }) =>
      !QUANTITY.test(value) &&
      !FILE.test(value) &&
      (separator.includes('=') || value.length >= 8 || /[_-]token$/i.test(key)),
  ),
  assignment(
    'key-variable',
    '(?<=[A-Z0-9])_KEY(?:_CONTENT|_DATA|_BASE64|_B64)?',
    'export STORAGE_KEY=S3cr3t',
    ({ key, value }) =>
      !DATABASE_KEY.test(key) && !QUANTITY.test(value) && !FILE.test(value) && value.length >= 6,
    'g',
  ),
  {
    name: 'server-variable',
    example: '| report_password | S3cr3t |',
    head: /(?:report_password|wsrep_sst_auth|replica_password|masterauth|requirepass|tls-key-file-pass)[ \t|]{1,80}/gi,
    read: (line, { index, 0: head }) => readValue(line, index + head.length),
  },
  {
    name: 'hadoop-property',
    example: 'spark.hadoop.fs.s3a.secret.key  S3cr3t',
    head: /(?<![\w-])[\w.-]{0,80}\.(?:(?:secret|access|session)\.(?:key|token)|password)[ \t]{1,20}(?![-=:|<>&;#]|is\b)(?=\S*[\dA-Z])/g,
    read: (line, { index, 0: head }) => readValue(line, index + head.length),
  },
  {
    name: 'arrow-assignment',
    example: 'password -> S3cr3t',
    head: /(?<![\w-])\w{0,40}(?:password|passwd)["']?[ \t]{1,5}(?:->|\.)[ \t]{1,5}(?=["']|\S*\d)/gi,
    read: (line, { index, 0: head }) => readValue(line, index + head.length),
  },
  {
    name: 'unaligned-row',
    example: 'password|S3cr3t',
    head: /^\w{0,40}(?:password|passwd)\|(?=\S*\d)(?<secret>[^\s|]{4,300})\r?$/g,
  },
  {
    name: 'terraform-value',
    example: '"db_password": {"sensitive": true, "value": "S3cr3t"}',
    head: /["'][\w-]{0,60}(?:password|passwd|pwd|secret|token)["'][ \t]{0,5}[:{=][^{}"'\n]{0,5}[{]?[^{}\n]{0,100}(?:"value"|default)[ \t]{0,5}[:=][ \t]{0,5}(?=")/gi,
    read: (line, { index, 0: head }) => readValue(line, index + head.length),
  },
  {
    name: 'kubernetes-secret',
    example: '{"kind":"Secret","data":{"dsn":"S3cr3t=="}}',
    head: /"kind"[ \t]{0,5}:[ \t]{0,5}"Secret"/g,
    read: (line) => stringsOf(line, /"(?:stringData|data)"[ \t]{0,5}:[ \t]{0,5}\{([^{}]*)\}/g),
  },
  {
    name: 'xml-element',
    example: '<db.password>S3cr3t</db.password>',
    head: /<[\w.:-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|secretkey|secret[_-](?:access[_-])?key|apikey)(?:_sha256_hex|_double_sha1_hex)?(?:\s[^<>]{0,200})?>(?:<!\[CDATA\[)?(?<secret>[^<\]]+)[<\]]/gi,
  },
  {
    name: 'xml-attribute',
    example: '<property name="connection.password" value="S3cr3t"/>',
    head: /(?:password|passwd|pwd|secret|token)["'][ \t]{1,10}value[ \t]{0,10}=[ \t]{0,10}(?=["'])/gi,
    read: (line, { index, 0: head }) => readValue(line, index + head.length),
  },
];
