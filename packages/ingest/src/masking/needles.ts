/** A pair begins a text of three letters, ends one, or has the first byte of one that is found by it alone. */
const [BEGINS, ENDS, ALONE] = [1, 2, 4] as const;

/**
 * Marks pairs of bytes so that a look at every second place finds some texts: one of three letters has one of its two
 * pairs there, wherever it begins. More than these texts is found, never less.
 *
 * @param trigrams ASCII, in lower case; found in any case
 * @param starts texts that are found by their first byte alone, because logs are full of what follows it
 * @returns what a pair is in any of them, by its two bytes as a number of 16 bits in this machine's order; 0 for most
 */
function rarePairs(trigrams: readonly string[], starts: readonly string[]): Uint8Array {
  const marks = new Uint8Array(65_536);
  const mark = (first: number, second: number, as: number) => {
    const pair = new Uint16Array(Uint8Array.of(first, second).buffer)[0] ?? 0;
    marks[pair] = (marks[pair] ?? 0) | as;
  };
  for (const trigram of trigrams) {
    const [a = [], b = [], c = []] = [...trigram].map(casesOf);
    for (const first of a) for (const second of b) mark(first, second, BEGINS);
    for (const first of b) for (const second of c) mark(first, second, ENDS);
  }
  for (const text of starts) {
    const alone = text.charCodeAt(0);
    for (let byte = 0; byte < 256; byte += 1) {
      mark(alone, byte, ALONE);
      mark(byte, alone, ALONE);
    }
  }
  return marks;
}

function casesOf(character: string): readonly number[] {
  return [character.charCodeAt(0), character.toUpperCase().charCodeAt(0)];
}

/**
 * Every line with a secret has one of these: a test makes sure of it for each rule. One scan of native code decides for
 * nearly all of a log that there is nothing to look at.
 */
const NEEDLES = [
  'pass',
  'pwd',
  String.raw`pw["'\s:=]`,
  'secret',
  'credential',
  'token',
  'identified',
  'authorization',
  'bearer[ ,]',
  'basic ',
  'cookie',
  'api[_.-]?key',
  '(?:access|private|auth|encrypt|encryption|signing|account|shared|storage|master|session)[_.-]?key',
  '_key',
  '-key',
  'jwt',
  '_auth',
  'auth ',
  '-auth',
  'masterauth',
  'signature',
  '[?&](?:sig|auth|key|code)=',
  '://',
  'oracle:',
  'scram-sha',
  'md5[0-9a-f]{32}',
  String.raw`\*[0-9a-f]{40}`,
  String.raw`\$[\da-z]{1,8}\$`,
  'aes_',
  'pgp_',
  String.raw`[\s"'\0]-[pakwu](?=\S|[ \t])`,
  '0-p',
  '-keygen',
  'tpcc_',
  'option p with',
  String.raw`(?<![\w.])p=\S`,
  '[56]432:',
  String.raw`:\*:`,
  String.raw`"[\w.@-]+"[ \t]+"`,
  String.raw`@(?:tcp|udp|unix|cloudsql)?\w*\(`,
  String.raw`:\S*@/\w`,
  'mysqlsh',
  String.raw`\\c(?:onnect)?[ \t]`,
  String.raw`connect(?:ion)?[ \t]*\(`,
  String.raw`connect[ \t]+\w+/`,
  String.raw`\.auth\(`,
  'basicauth',
  'auth=\\(',
  'authprovider',
  'authtokens',
  'securestring',
  String.raw`(?:mysql|postgresql|remote|remotesecure|mongodb|s3)\('`,
  'set_external_',
  'sp_addlinked',
  'openrowset',
  'wizard',
  'influx',
  'snmp',
  'keyvault',
  'flyctl',
  'isql',
  'userid=',
  'user.info',
  'aws ssm',
  '<<<',
  String.raw`\|\s*kinit`,
  '[?&]u=',
  'psk',
  'curl',
  'wget',
  String.raw`db2[ \t]`,
  String.raw`\.logon[ \t]`,
  String.raw`pragma[ \t]`,
  'getconnection',
  'impdp',
  'expdp',
  'sqlldr',
  'mysqli',
  String.raw`pdo\(`,
  'sp_addlogin',
  'setuser',
  String.raw`(?:on|off)[ \t]+[>#]`,
  'vault login',
  '["\']auth["\']',
  '-user',
  'sqlplus',
  'sudo -s',
  'docker login',
  'cryptsetup',
  'api/webhooks',
  'hooks.slack',
  'private key',
  'private-',
  String.raw`\u001b\[`,
  String.raw`\\u00`,
  'presharedkey',
  'dockerconfigjson',
  String.raw`tls\.key`,
  String.raw`(?<![\w.-])data:`,
  'unseal key',
  'rclone',
  'sqlcmd',
  'osql',
  'logon=',
  // Tokens that are known by their form.
  'bc_',
  'whsec_',
  '(?:A3T|AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA)[A-Z0-9]{12}',
  'gh[pousr]_',
  'github_',
  'gl[a-z]{2,5}-',
  'xox[a-z]-',
  'xapp-',
  '[sr]k_(?:live|test)',
  'npm_',
  'pypi-',
  'aiza',
  'ya29',
  'gocspx',
  String.raw`\dQ~`,
  'eyj',
  'sk-',
  String.raw`hv[sbr]\.`,
  String.raw`sg\.[\w-]{16}`,
  'sk[0-9a-f]{32}',
  'dckr_',
  'do[opr]_v1',
  'dapi',
  'gl(?:sa|c)_',
  'hf_',
  'pscale',
  'sb[ps]_',
  'npg_',
  'shp(?:at|ca|pa|ss)_',
  'nrak',
  String.raw`dp\.`,
  ':AA',
  'key-',
  'atlasv1',
  'atatt3',
  'atbb',
  'rubygems_',
  'oy2[0-9a-z]{43}',
  'sq0',
  'lin_api_',
  'ntn_',
  'figd_',
  'pmak-',
  'gsk_',
  'pplx-',
  'nvapi-',
  'r8_',
  'fm[12]',
  'sntry',
  'sq[apu]_',
  'nral',
  'tskey',
];

const SUSPICIOUS = new RegExp(NEEDLES.join('|'), 'gi');

/** How a colour begins. */
const COLOUR = '\u001b[';
/** What a hash of MySQL begins with. Two digits may follow, and logs are made of digits. */
const STAR = '*';
const NEWLINE = 10;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Three letters of each needle, the rarest in logs. */
const TRIGRAMS =
  `pas pwd pw= pw: pw" pw' ecr cre tok tif uth rer sic ook _ke -ke .ke ssk gek erk onk ntk ptk ey- ?ke &ke dis mti alk ydb jwt gna sig ://  cle ram md5 aes pgp iva
  dpw tpw lsh qll pdp qli pdo p_a .au db2 gon agm tco tus vau cc_ yge 32: :*: 0-p nne @tc @ud @un @cl \\co ,p=
  bc_ whs kia a3t sia gpa ida roa ipa npa nva hp_ ho_ hu_ hs_ hr_ ub_ glp gld glr glc glf gls gla glo gli xox xap k_l k_t
  npm pyp aiz ya2 ocs eyj sk- vs. vb. vr. sg. dck _v1 api lsa lc_ hf_ psc bp_ bs_ npg shp nra dp. :aa tla -us lpl udo ogi ypt
  rtt l(' e(' b(' 3(' t_e nro rid wiz lux nmp yva lyc ssm <<< isq ?u= &u= psk url wge r.i
  dke gjs ta: rcl lcm osq tt3 tbb oy2 sq0 tn_ gd_ ak- gsk lx- r8_ fm1 fm2 try qa_ qp_ qu_ ske uns
  $1$ $5$ $6$ $7$ $y$ $a$ $2a $2b $2x $2y $ar $ap \\u0`
    .split(/\s+/)
    .concat(withAny(' -', 'pkwu'), withAny('\t-', 'pkwu'), [
      'p -',
      '" "',
      'p w',
      'n >',
      'f >',
      'n #',
      'f #',
      '| k',
      '\\c ',
      ' p=',
      '\tp=',
    ])
    .concat(withAny('@(', LETTERS), withAny('@/', LETTERS))
    .concat(
      withAny('"-', 'apkwu'),
      withAny("'-", 'apkwu'),
      withAny('\0-', 'apkwu'),
      withAny('sk', '0123456789abcdef'),
    )
    .concat([...'0123456789abcdef'].flatMap((digit) => withAny(STAR + digit, '0123456789abcdef')))
    .concat([...'0123456789'].map((digit) => `${digit}q~`));

function withAny(start: string, characters: string): string[] {
  return [...characters].map((character) => start + character);
}

/** Six bits of each byte: upper and lower case are the same, and what no needle has is 0, a line end for example. */
const CLASS = new Uint8Array(256);
const CLASS_BITS = 6;
const MASK = (1 << (3 * CLASS_BITS)) - 1;
let classes = 0;
for (const character of TRIGRAMS.join('') + COLOUR) {
  const code = character.charCodeAt(0);
  if (CLASS[code]) continue;
  classes += 1;
  for (const same of [character, character.toUpperCase()]) CLASS[same.charCodeAt(0)] = classes;
}
if (classes >= 1 << CLASS_BITS)
  throw new Error(`${classes} characters in needles do not fit into ${CLASS_BITS} bits`);

const IS_RARE = new Uint8Array(MASK + 1);
for (const trigram of TRIGRAMS) IS_RARE[hashOf(trigram)] = 1;
// ESC [ begins a colour, whatever follows.
for (let after = 0; after < 1 << CLASS_BITS; after += 1) IS_RARE[(hashOf(COLOUR) << CLASS_BITS) | after] = 1;

function hashOf(text: string): number {
  return [...text].reduce(
    (hash, character) => (hash << CLASS_BITS) | (CLASS[character.charCodeAt(0)] ?? 0),
    0,
  );
}

/**
 * Pairs of bytes, in memory order, such that each needle has one at every second position wherever it begins: so
 * half of a log need not be looked at.
 */
const PAIR_MARKS = rarePairs(
  TRIGRAMS.filter((trigram) => !trigram.startsWith(STAR)),
  [COLOUR, STAR],
);

/** Start offsets of the lines of a block that may hold a secret, ascending. */
export function findSuspiciousLines(block: Buffer): number[] {
  // Pairs are read where memory has them: at even addresses.
  const first = block.byteOffset & 1;
  const count = (block.length - first) >> 1;
  if (count <= 0) return [];
  const pairs = new Uint16Array(block.buffer, block.byteOffset + first, count);
  const lines = new SuspiciousLines(block);
  // The one byte before the first pair may begin something that is found by its first byte.
  if (first === 1) lines.look(-1, ALONE);
  const inFours = count & ~3;
  for (let from = 0; from < inFours; from += STRETCH)
    lookInFours(lines, pairs, first, from, Math.min(from + STRETCH, inFours));
  for (let i = inFours; i < count; i += 1)
    lines.look(first + 2 * i, PAIR_MARKS[pairs[i] as number] as number);
  return lines.starts;
}

/** Pairs of one call: V8 compiles what is called often sooner than what loops for long. */
const STRETCH = 2048;

/** Four at once: nearly all of a log has none, and a branch for each pair would take three times as long. */
function lookInFours(
  lines: SuspiciousLines,
  pairs: Uint16Array,
  first: number,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i += 4) {
    const a = PAIR_MARKS[pairs[i] as number] as number;
    const b = PAIR_MARKS[pairs[i + 1] as number] as number;
    const c = PAIR_MARKS[pairs[i + 2] as number] as number;
    const d = PAIR_MARKS[pairs[i + 3] as number] as number;
    if ((a | b | c | d) === 0) continue;
    const at = first + 2 * i;
    if (a !== 0) lines.look(at, a);
    if (b !== 0) lines.look(at + 2, b);
    if (c !== 0) lines.look(at + 4, c);
    if (d !== 0) lines.look(at + 6, d);
  }
}

/** Lines of a block that may hold a secret, found by looking at its pairs in their order. */
class SuspiciousLines {
  readonly starts: number[] = [];
  readonly #block: Buffer;
  /** Earlier bytes belong to a searched line. */
  #from = 0;

  constructor(block: Buffer) {
    this.#block = block;
  }

  look(at: number, marks: number): void {
    if (marks === 0) return;
    const block = this.#block;
    const third =
      marks & ALONE ? trigramNear(block, at, this.#from) : trigramOf(block, at, marks, this.#from);
    if (third < 0) return;
    // The line end after a colour: it is of the line before.
    const last = block[third] === NEWLINE ? third - 1 : third;
    const start = block.lastIndexOf(NEWLINE, last) + 1;
    const newline = block.indexOf(NEWLINE, last);
    const end = newline < 0 ? block.length : newline;
    if (isSuspicious(block.toString('latin1', start, end))) this.starts.push(start);
    this.#from = end + 1;
  }
}

/** Offset of the last byte of a trigram that has the pair at an offset and none before `from`; -1 without one. */
function trigramOf(block: Buffer, at: number, marks: number, from: number): number {
  if (marks & ENDS && at > from && isRareAt(block, at - 1)) return at + 1;
  if (marks & BEGINS && at >= from && at + 2 < block.length && isRareAt(block, at)) return at + 2;
  return -1;
}

function isRareAt(block: Buffer, at: number): boolean {
  const first = CLASS[block[at] as number] as number;
  const second = CLASS[block[at + 1] as number] as number;
  const third = CLASS[block[at + 2] as number] as number;
  return IS_RARE[(first << (2 * CLASS_BITS)) | (second << CLASS_BITS) | third] !== 0;
}

/** The same for a trigram that has a byte of the pair: it may be known by its first byte alone. */
function trigramNear(block: Buffer, at: number, from: number): number {
  const stop = Math.min(at + 2, block.length - 2);
  for (let start = Math.max(from, at - 1); start < stop; start += 1)
    if (isRareAt(block, start)) return start + 2;
  return -1;
}

/** True when the line has one of the needles. */
function isSuspicious(line: string): boolean {
  SUSPICIOUS.lastIndex = 0;
  return SUSPICIOUS.test(line);
}
