/**
 * Masks secrets in the text of logs, before it is stored, shown or parsed. Lines keep their number; a line without a
 * secret keeps its bytes.
 */
const MASK = '***';

/**
 * Every secret's line holds one of these. Short, and starting with a character that is rare in logs: a native search
 * is four times as fast for `word` as for `password`, and this is searched for in every byte that is read.
 */
const NEEDLES = ['word', 'WORD', 'PWD=', 'pass', 'fied by', 'FIED BY', '-p', '://'].map((needle) =>
  Buffer.from(needle),
);

const VALUE = String.raw`("[^"]*"|'[^']*'|\S+)`;

const RULES: readonly [pattern: RegExp, replacement: string][] = [
  // --mysql-password=x, --pgsql-password=x, PGPASSWORD=x, MYSQL_PWD=x, password=x in a connection string.
  [new RegExp(`((?:password|PWD)=)${VALUE}`, 'gi'), `$1${MASK}`],
  // password = x, as in a my.cnf.
  [new RegExp(String.raw`^(\s*[\w-]*password\s+=\s*|\s*[\w-]*password\s*=\s+)${VALUE}`, 'i'), `$1${MASK}`],
  // --password x; what follows another option's dash is no value.
  [/(\s--[\w-]*password\s+)(?!-)(\S+)/g, `$1${MASK}`],
  // CREATE USER ... IDENTIFIED BY 'x', CREATE ROLE ... PASSWORD 'x'.
  [/((?:identified\s+by|password)\s+)('[^']*'|"[^"]*")/gi, `$1'${MASK}'`],
  // The first start of a MySQL server writes it to its log.
  [/(temporary password is generated for [^:]+:\s*)(\S+)/gi, `$1${MASK}`],
  // HammerDB: `Changed tpcc:pg_pass from x to y for`, `Value x for tpcc:pg_pass is the same as existing value x, no change`.
  [/(Changed \w+:\w*pass(?:word)? from )\S+( to )\S+( for )/g, `$1${MASK}$2${MASK}$3`],
  [
    /(Value )\S+( for \w+:\w*pass(?:word)? is the same as existing value )\S+(, no change)/g,
    `$1${MASK}$2${MASK}$3`,
  ],
  // ` pg_superuserpass    = x` of its dictionary, and the command that sets it.
  [/^(\s*\w+pass\s+=\s+)\S+/, `$1${MASK}`],
  [/(diset \w+ \w*pass(?:word)? )\S+/g, `$1${MASK}`],
  // scheme://user:x@host
  [/(:\/\/[^\s:@/]*:)([^\s@/]+)(?=@)/g, `$1${MASK}`],
];

/** -px is a password only for MySQL's clients; elsewhere it is a process id, a port or a path. */
const MYSQL_CLIENT = /mysql|mariadb|\s-u\s?\S/i;
const SHORT_OPTION = /((?:^|[\s"'])-p)([^\s-]\S*)/g;

/** One line with its secrets replaced by `***`. */
export function maskLine(line: string): string {
  let masked = line;
  for (const [pattern, replacement] of RULES) masked = masked.replace(pattern, replacement);
  return MYSQL_CLIENT.test(masked) ? masked.replace(SHORT_OPTION, `$1${MASK}`) : masked;
}

/**
 * The same block with secrets masked. Returns the block itself when it holds none, which is nearly always.
 *
 * @param block whole lines, or the piece of an overlong line
 */
export function maskSecrets(block: Buffer): Buffer {
  const starts = findSuspiciousLines(block);
  if (starts.length === 0) return block;
  const pieces: Buffer[] = [];
  let kept = 0;
  for (const start of starts) {
    const newline = block.indexOf(10, start);
    const end = newline < 0 ? block.length : newline;
    const line = block.toString('latin1', start, end);
    const masked = maskLine(line);
    if (masked === line) continue;
    pieces.push(block.subarray(kept, start), Buffer.from(masked, 'latin1'));
    kept = end;
  }
  if (pieces.length === 0) return block;
  pieces.push(block.subarray(kept));
  return Buffer.concat(pieces);
}

/** Start offsets of the lines that hold a needle, ascending. */
function findSuspiciousLines(block: Buffer): number[] {
  const starts = new Set<number>();
  for (const needle of NEEDLES) {
    let at = block.indexOf(needle);
    while (at >= 0) {
      starts.add(at === 0 ? 0 : block.lastIndexOf(10, at - 1) + 1);
      const newline = block.indexOf(10, at);
      if (newline < 0) break;
      at = block.indexOf(needle, newline);
    }
  }
  return [...starts].sort((a, b) => a - b);
}
