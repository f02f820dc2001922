import { type MaskRule, readValue, type SecretSpan } from '../rule';
import { ASSIGNMENTS } from './assignments';
import { CALLS } from './calls';
import { COMMANDS } from './commands';
import { CONNECTIONS } from './connections';
import { TOOLS } from './tools';

/** Not within a longer word. */
const alone = (pattern: string) => new RegExp(`(?<![A-Za-z0-9_])(?:${pattern})(?![A-Za-z0-9_])`, 'g');

const A20 = 'a1B2c3D4e5F6g7H8i9J0';

/**
 * Tokens that are known by their form, as their issuers publish it and as the rules of gitleaks, secretlint and
 * detect-secrets have it. Examples are made up.
 */
const FORMS: readonly [name: string, pattern: string, example: string][] = [
  ['basecase-token', 'bc_[A-Za-z0-9_-]{43}', `bc_${A20}${A20}abc`],
  ['webhook-secret', 'whsec_[A-Za-z0-9+/=_-]{20,}', `whsec_${A20}${A20}`],
  [
    'aws-access-key',
    '(?:A3T[A-Z0-9]|AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA)[A-Z0-9]{16}',
    'AKIAABCDEFGHIJ234567',
  ],
  [
    'github-token',
    'gh[pousr]_[A-Za-z0-9]{30,255}|ghs_eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]{1,2000}){1,2}',
    `ghp_${A20}${A20.slice(0, 16)}`,
  ],
  ['github-fine-grained-token', 'github_pat_[A-Za-z0-9_]{22,255}', `github_pat_${A20}ab`],
  ['gitlab-token', 'gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas|imt)-[A-Za-z0-9_.-]{20,}', `glpat-${A20}`],
  ['slack-token', '(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}', `xoxb-123456789012-${A20}`],
  ['stripe-key', '[sr]k_(?:live|test)_[A-Za-z0-9]{10,}', `sk_live_${A20}`],
  ['npm-token', 'npm_[A-Za-z0-9]{30,}', `npm_${A20}${A20.slice(0, 16)}`],
  ['pypi-token', 'pypi-[A-Za-z0-9_-]{30,}', `pypi-AgEIcHlwaS5vcmc${A20}`],
  ['google-api-key', 'AIza[A-Za-z0-9_-]{35}', `AIza${A20}${A20.slice(0, 15)}`],
  ['google-oauth-token', 'ya29\\.[A-Za-z0-9_.-]{20,}', `ya29.${A20}${A20}`],
  ['google-oauth-secret', 'GOCSPX-[A-Za-z0-9_-]{20,}', `GOCSPX-${A20}abcdefgh`],
  ['azure-client-secret', '[A-Za-z0-9~._-]{3}\\dQ~[A-Za-z0-9~._-]{31,34}', `abc8Q~${A20}${A20.slice(0, 14)}`],
  [
    'jwt',
    'eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?',
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${A20}`,
  ],
  ['secret-key-token', 'sk-[A-Za-z0-9_-]{20,}', `sk-${A20}${A20}`],
  ['vault-token', 'hv[sbr]\\.[A-Za-z0-9_-]{20,}', `hvs.${A20}`],
  ['sendgrid-key', 'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}', `SG.${A20}.${A20}`],
  ['twilio-key', 'SK[0-9a-f]{32}', 'SK0123456789abcdef0123456789abcdef'],
  ['docker-token', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}', `dckr_pat_${A20}`],
  ['digitalocean-token', 'do[opr]_v1_[a-f0-9]{64}', `dop_v1_${'0123456789abcdef'.repeat(4)}`],
  ['databricks-token', 'dapi[a-f0-9]{32}(?:-\\d)?', 'dapi0123456789abcdef0123456789abcdef'],
  ['grafana-token', 'gl(?:sa|c)_[A-Za-z0-9+/=_-]{20,}', `glsa_${A20}${A20}`],
  ['huggingface-token', 'hf_[A-Za-z0-9]{30,}', `hf_${A20}${A20}`],
  ['planetscale-token', 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{20,}', `pscale_pw_${A20}`],
  ['supabase-token', 'sb[ps]_[A-Za-z0-9_]{30,}', `sbp_${A20}${A20}`],
  ['neon-token', 'npg_[A-Za-z0-9]{10,}', `npg_${A20}`],
  ['shopify-token', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}', `shpat_0123456789abcdef0123456789abcdef`],
  ['newrelic-key', 'NRAK-[A-Z0-9]{20,}', 'NRAK-ABCDEFGHIJ0123456789ABCDEFG'],
  ['doppler-token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9_.-]{20,}', `dp.pt.${A20}${A20}`],
  ['telegram-token', '\\d{8,10}:AA[A-Za-z0-9_-]{32,34}', `123456789:AA${A20}abcdefghijkl1`],
  ['mailgun-key', 'key-[0-9a-f]{32}', 'key-0123456789abcdef0123456789abcdef'],
  ['age-key', 'AGE-SECRET-KEY-1[A-Z0-9]{58}', `AGE-SECRET-KEY-1${'QPZRY9X8GF'.repeat(6).slice(0, 58)}`],
  [
    'terraform-token',
    '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,}',
    `a1B2c3D4e5F6g7.atlasv1.${A20}${A20}${A20}`,
  ],
  ['atlassian-token', 'ATATT3[A-Za-z0-9_=-]{30,}|ATBB[A-Za-z0-9]{20,}', `ATATT3xFfGF0${A20}${A20}`],
  ['rubygems-key', 'rubygems_[a-f0-9]{48}', `rubygems_${'0123456789abcdef'.repeat(3)}`],
  ['nuget-key', 'oy2[a-z0-9]{43}', `oy2${'abcdefghij0123456789'.repeat(2)}abc`],
  ['square-token', 'sq0[a-z]{3}-[A-Za-z0-9_-]{20,}', `sq0atp-${A20}ab`],
  ['linear-key', 'lin_api_[A-Za-z0-9]{30,}', `lin_api_${A20}${A20}`],
  ['notion-token', '(?:ntn|secret)_[A-Za-z0-9]{40,}', `ntn_${A20}${A20}abcdef`],
  ['figma-token', 'figd_[A-Za-z0-9_-]{30,}', `figd_${A20}${A20}`],
  ['postman-key', 'PMAK-[A-Za-z0-9]{24}-[A-Za-z0-9]{34}', `PMAK-${A20}abcd-${A20}abcdefghijklmn`],
  ['model-key', '(?:gsk_|pplx-|nvapi-)[A-Za-z0-9_-]{40,}', `gsk_${A20}${A20}${A20}`],
  ['replicate-token', 'r8_[A-Za-z0-9]{30,}', `r8_${A20}${A20}`],
  ['fly-token', 'fm[12][ar]?_[A-Za-z0-9+/=_-]{20,}', `fm2_${A20}${A20}`],
  ['sentry-token', 'sntry[su]_[A-Za-z0-9+/=_-]{30,}', `sntrys_eyJ${A20}${A20}`],
  ['sonar-token', 'sq[apu]_[a-f0-9]{40}', `squ_${'0123456789'.repeat(4)}`],
  ['newrelic-license', '[a-f0-9]{36}NRAL', `${'0123456789ab'.repeat(3)}NRAL`],
  ['tailscale-key', 'tskey-[a-z]{2,10}-[A-Za-z0-9-]{20,}', `tskey-auth-${A20}-${A20}`],
  ['onepassword-token', 'ops_eyJ[A-Za-z0-9_-]{40,}', `ops_eyJ${A20}${A20}abc`],
  ['putty-mac', '(?<=Private-MAC: )[0-9a-f]{40,64}', `Private-MAC: «${'0123456789'.repeat(4)}»`],
  [
    'pem-in-line',
    '(?<=-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)[^-"]{16,}',
    'k="-----BEGIN PRIVATE KEY-----«\\nMIIEvQIBADANBgkqhkiG9w0BAQ»-----END PRIVATE KEY-----"',
  ],
];

/** Tokens that need no name before them. */
const TOKENS: readonly MaskRule[] = FORMS.map(([name, pattern, example]) => ({
  name,
  example: example.includes('«') ? example : `using «${example}» now`,
  head: name === 'pem-in-line' ? new RegExp(pattern, 'g') : alone(pattern),
}));

const after = (line: string, { index, 0: head }: RegExpExecArray): SecretSpan | null =>
  readValue(line, index + head.length);

/** A statement names its secret in a string; unquoted it would be a word of the statement, or of prose. */
function quotedAfter(line: string, match: RegExpExecArray): SecretSpan | null {
  const start = match.index + match[0].length;
  return /^\\{0,3}["'$]/.test(line.slice(start, start + 4)) ? after(line, match) : null;
}

const GAP = String.raw`[ \t]{1,20}`;

/** SQL statements. */
const SQL: readonly MaskRule[] = [
  {
    name: 'identified-by',
    example: "CREATE USER 'r'@'%' IDENTIFIED WITH caching_sha2_password BY 'S3cr3t' REQUIRE SSL",
    head: new RegExp(
      `identified${GAP}(?:(?:with|via)${GAP}["'\`]?[\\w-]{1,60}["'\`]?${GAP})?(?:by|as|using)${GAP}(?:(?:password|values|random)${GAP})?(?:password[ \\t]{0,5}\\([ \\t]{0,5})?`,
      'gi',
    ),
    read: (line, match) => {
      const found = after(line, match);
      // IDENTIFIED BY PASSWORD EXPIRE and the like name no secret.
      return found && !/^(?:password|values|random|expire)$/i.test(line.slice(found.start, found.end))
        ? found
        : null;
    },
  },
  {
    name: 'identified-replace',
    example: "ALTER USER r IDENTIFIED BY 'new' REPLACE 'S3cr3t'",
    head: /identified[^\n]{1,300}?[ \t]replace[ \t]{1,20}(?=["'])/gi,
    read: quotedAfter,
  },
  {
    name: 'set-password',
    example: "SET PASSWORD FOR 'r'@'%' TO 'S3cr3t'",
    head: new RegExp(
      `set${GAP}password${GAP}for[^=]{1,120}?(?:=|${GAP}to${GAP})[ \\t]{0,20}(?:password[ \\t]{0,5}\\([ \\t]{0,5})?`,
      'gi',
    ),
    read: quotedAfter,
  },
  {
    name: 'sql-password',
    example: "CREATE ROLE r LOGIN ENCRYPTED PASSWORD 'S3cr3t'",
    head: /password(?:[ \t]{1,20}|[ \t]{0,5}\([ \t]{0,5})(?:=[ \t]{0,5})?(?=\\{0,3}["'$])/gi,
    read: quotedAfter,
  },
  {
    name: 'set-password-function',
    example: "SET PASSWORD = PASSWORD('S3cr3t')",
    head: /password[ \t]{0,5}=[ \t]{0,5}(?:old_)?password[ \t]{0,5}\([ \t]{0,5}/gi,
    read: quotedAfter,
  },
  {
    name: 'create-secret',
    example: "CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'S3cr3t')",
    head: /(?<![\w-])(?:secret|session_token|sas_token|secret_access_key|encryption_key)[ \t]{1,20}(?=\\{0,3}')/gi,
    read: quotedAfter,
  },
  {
    name: 'encryption-function',
    example: "SELECT aes_decrypt(c, 'S3cr3t')",
    head: /(?:aes_(?:en|de)crypt|pgp_sym_(?:en|de)crypt)[ \t]{0,5}\([^,()]{1,200},[ \t]{0,5}(?=')/gi,
    read: quotedAfter,
  },
  {
    name: 'password-hash',
    example: "('%','root','«*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19»','Y')",
    head: /(?<![\w*])\*[0-9A-F]{40}(?![\w*])/g,
  },
  {
    name: 'password-hash-modular',
    example: 'root:«$6$saltsalt$abcdefghijklmnopqrstuvwxyz0123456789ABCDEF»:19000:0',
    head: /\$(?:1|2[abxy]|5|6|7|y|A|argon2id?|apr1)\$[^\s:,'"]{20,300}/g,
  },
  {
    name: 'scram-verifier',
    example: 'rolpassword | «SCRAM-SHA-256$4096:c2FsdHNhbHQ=$c3RvcmVka2V5:c2VydmVya2V5»',
    head: /SCRAM-SHA-(?:1|256)\$\d{1,9}:[\w+/=]{4,200}\$[\w+/=:]{4,300}/g,
  },
  {
    name: 'postgres-md5',
    example: "ALTER ROLE r SET x = '«md53175bce1d3201d16594cebf9d7eb3f9d»'",
    head: /(?<![\w])md5[0-9a-f]{32}(?![\w])/g,
  },
  {
    name: 'docker-auth',
    example: '{"auths":{"r.example":{"auth":"S3cr3tS3cr3t=="}}}',
    head: /["']auth["'][ \t]{0,5}:[ \t]{0,5}["'](?<secret>[\w+/=-]{8,})/g,
  },
  {
    name: 'temporary-password',
    example: 'A temporary password is generated for root@localhost: S3cr3t',
    head: /temporary password is generated for [^:\n]{1,200}:[ \t]{0,10}(?<secret>\S+)/gi,
  },
];

/** `8080/path@2x`: a port and a path, no password. */
const PORT_AND_PATH = /^\d{1,5}(?:\/|$)/;

/** What stands before the last @ of an address. */
function readUserInfo(line: string, match: RegExpExecArray, head: RegExp): SecretSpan | null {
  const start = match.index + '://'.length;
  const end = match.index + match[0].length;
  // Further addresses in the same run are part of this one: looking at each again would be quadratic.
  head.lastIndex = end;
  const at = line.lastIndexOf('@', end - 1);
  if (at < start) return null;
  const colon = line.indexOf(':', start);
  if (colon >= 0 && colon < at) {
    const isPassword = colon + 1 < at && !PORT_AND_PATH.test(line.slice(colon + 1, Math.min(at, colon + 8)));
    const beforeColon = line.slice(start, Math.min(colon, start + 300));
    return isPassword && !beforeColon.includes('/') ? { start: colon + 1, end: at } : null;
  }
  const user = line.slice(start, Math.min(at, start + 300));
  // A token alone before the host, as for `git clone`: of HTTP a name alone says nothing, so it is one.
  if (/https?$/i.test(line.slice(Math.max(0, match.index - 5), match.index)) && /^[\w.~%-]{6,}$/.test(user))
    return { start, end: at };
  const isToken = user.length >= 20 && /^[\w.~%-]+$/.test(user) && /\d/.test(user) && /[a-z]/i.test(user);
  return isToken ? { start, end: at } : null;
}

/** It begins at `://`: beginning at each letter that may be a scheme takes 30 times as long in a long word. */
const ADDRESS = /:\/\/(?<=[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s"'<>`]+/gi;

/** Secrets within addresses. Those of a query (`?password=`) are found by their name. */
const URLS: readonly MaskRule[] = [
  {
    name: 'url-password',
    example: 'connect postgres://me:S3cr3t@db:5432/ib',
    head: ADDRESS,
    read: (line, match) => readUserInfo(line, match, ADDRESS),
  },
  {
    name: 'oracle-connect',
    example: 'jdbc:oracle:thin:tpcc/S3cr3t@//db:1521/orcl',
    head: /(?:oracle:(?:thin|oci):|sqlplus[ \t]{1,10}(?:-[a-z]{1,3}[ \t]{1,5}){0,4})["']?[\w.$#-]{1,60}\/["']?(?<secret>[^\s"'@/]+)(?=["']?@)/gi,
  },
  {
    name: 'query-signature',
    example: 'https://x.blob.core.windows.net/c?sv=2020&sig=S3cr3t&se=1',
    head: /[?&](?:sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|access_token|auth|key|code)=(?<secret>[^\s&"'<>]{6,})/gi,
  },
  {
    name: 'webhook-address',
    example: 'https://hooks.slack.com/services/«T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX»',
    head: /:\/\/(?:hooks\.slack\.com\/(?:services|workflows)\/|discord(?:app)?\.com\/api\/webhooks\/|api\.telegram\.org\/bot|hc-ping\.com\/|[\w.-]{1,80}(?:\/open-apis)?\/(?:v1\/webhooks\/incoming|bot\/v2\/hook)\/|[\w.-]{1,80}\.office\.com\/webhook(?:b2)?\/|hooks\.zapier\.com\/hooks\/|maker\.ifttt\.com\/trigger\/[^\s/]{1,80}\/with\/key\/|events\.pagerduty\.com\/integration\/|[\w.-]{1,80}\/hooks\/(?=[A-Za-z0-9]{20}))(?<secret>[^\s"'<>]{8,})/gi,
  },
];

/** HTTP headers, as in the traces and command lines of clients. */
const HEADERS: readonly MaskRule[] = [
  {
    name: 'authorization-header',
    example: "curl -H 'Authorization: Bearer S3cr3t' https://x",
    head: /authorization["'\\]{0,4}[ \t]{0,5}(?:=>|[:=])[ \t]{0,5}["'\\]{0,4}(?:(?:bearer|basic|digest|token|negotiate|apikey|aws4-hmac-sha256)[ \t]{1,5})?(?<secret>[^"'\\\s][^"'\\\n\r]*)/gi,
  },
  {
    name: 'bearer-token',
    example: 'sent bearer S3cr3tS3cr3tS3cr3t',
    head: /(?<![\w-])(?:bearer|basic),?[ \t]{1,5}(?<secret>(?=[A-Za-z]{0,40}[\d+/=_.-])[\w.~+/-]{16,}={0,2})/gi,
  },
  {
    name: 'key-header',
    example: "-H 'X-Api-Key: S3cr3t'",
    head: /(?:x-[a-z0-9-]{0,40}(?:key|token|secret|auth)|api-key|apikey|x-amz-security-token|private-token|job-token|deploy-token|subscription-key)["'\\]{0,4}:[ \t]{0,5}["'\\]{0,4}(?<secret>[^"'\\\s,]+)/gi,
  },
  {
    name: 'cookie-header',
    example: 'Set-Cookie: basecase=S3cr3t; Path=/',
    head: /(?<![\w-])(?:set-)?cookie["'\\]{0,4}:[ \t]{0,5}["'\\]{0,4}(?<secret>[^"'\\\s][^"'\\\n\r]*)/gi,
  },
  {
    name: 'signature-header',
    example: 'X-Signature: sha256=S3cr3tS3cr3tS3cr3t',
    head: /x-[a-z0-9-]{0,40}signature(?:-\d+)?["'\\]{0,4}:[ \t]{0,5}(?<secret>[^"'\\\s]+)/gi,
  },
  {
    name: 'netrc',
    example: 'machine db login me password S3cr3t',
    head: /(?:login|machine|account|user)[ \t]{1,10}\S{1,100}[ \t]{1,10}password[ \t]{1,10}/gi,
    read: (line, { index, 0: head }) => readValue(line, index + head.length),
  },
];

/** Every form of a secret within one line. Those of several lines are in `multi-line.ts`. */
export const RULES: readonly MaskRule[] = [
  ...ASSIGNMENTS,
  ...COMMANDS,
  ...TOOLS,
  ...CALLS,
  ...CONNECTIONS,
  ...SQL,
  ...URLS,
  ...HEADERS,
  ...TOKENS,
];

/**
 * Raised when the rules find more: what an upload stored with fewer of them is read and masked again by the worker.
 * 1 were the rules until raw bytes were no longer kept, 2 those that did not look behind what a CI puts before each line,
 * 3 those that did not know go-tpc, 4 those that did not read lists of arguments, 5 those without clients of Couchbase, Db2 and Teradata, 6 those that did not read calls of functions, 7 those without
 * manifests of Kubernetes and states of Terraform.
 */
export const MASK_VERSION = 8;
