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
  'bearer ',
  'basic ',
  'cookie',
  'api[_.-]?key',
  '(?:access|private|auth|encryption|signing|account|shared|storage|master|session)[_.-]?key',
  '_key',
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
  String.raw`\s-[pakwu](?=\S|[ \t])`,
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
];

const SUSPICIOUS = new RegExp(NEEDLES.join('|'), 'gi');

/** Three letters of each needle, the rarest in logs. */
const TRIGRAMS =
  `pas pwd pw= pw: pw" pw' ecr cre tok tif uth rer sic ook _ke -ke .ke ssk gek erk onk ntk ey- ?ke &ke dis mti alk ydb jwt gna sig ://  cle ram md5 aes pgp iva
  bc_ whs kia a3t sia gpa ida roa ipa npa nva hp_ ho_ hu_ hs_ hr_ ub_ glp gld glr glc glf gls gla glo gli xox xap k_l k_t
  npm pyp aiz a29 ocs eyj sk- vs. vb. vr. sg. dck _v1 api lsa lc_ hf_ psc bp_ bs_ npg shp nra dp. :aa tla -us lpl udo ogi ypt
  $1$ $5$ $6$ $7$ $y$ $a$ $2a $2b $2x $2y $ar $ap \\u0`
    .split(/\s+/)
    .concat(withAny(' -', 'pkwu'), withAny('\t-', 'pkwu'), ['p -'], withAny('sk', '0123456789abcdef'))
    .concat([...'0123456789abcdef'].flatMap((digit) => withAny(`*${digit}`, '0123456789abcdef')))
    .concat([...'0123456789'].map((digit) => `${digit}q~`))
    .concat(withAny('\u001b[', String.fromCharCode(...Array(32).keys())));

function withAny(start: string, characters: string): string[] {
  return [...characters].map((character) => start + character);
}

/** Upper and lower case are the same in the low five bits; other characters that are make a second look necessary. */
const LOW_BITS = 31;
const ALL_BITS = 0x7fff;
const IS_RARE = new Uint8Array(ALL_BITS + 1);
for (const trigram of TRIGRAMS) IS_RARE[hashOf(trigram)] = 1;

function hashOf(trigram: string): number {
  return [...trigram].reduce((hash, character) => (hash << 5) | (character.charCodeAt(0) & LOW_BITS), 0);
}

const NEWLINE = 10;

/** Start offsets of the lines of a block that may hold a secret, ascending. */
export function findSuspiciousLines(block: Buffer): number[] {
  const starts: number[] = [];
  let hash = 0;
  for (let at = 0; at < block.length; at += 1) {
    hash = ((hash << 5) | ((block[at] ?? 0) & LOW_BITS)) & ALL_BITS;
    // A line end has the low bits of a letter.
    if (
      IS_RARE[hash] === 0 ||
      block[at] === NEWLINE ||
      block[at - 1] === NEWLINE ||
      block[at - 2] === NEWLINE
    )
      continue;
    const start = block.lastIndexOf(NEWLINE, at) + 1;
    const newline = block.indexOf(NEWLINE, at);
    const end = newline < 0 ? block.length : newline;
    if (isSuspicious(block.toString('latin1', start, end))) starts.push(start);
    at = end;
    hash = 0;
  }
  return starts;
}

/** True when the line has one of the needles. */
function isSuspicious(line: string): boolean {
  SUSPICIOUS.lastIndex = 0;
  return SUSPICIOUS.test(line);
}
