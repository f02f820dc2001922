import type { MaskRule } from '../rule';

/** Not within a longer word. */
const alone = (pattern: string, flags = 'g') =>
  new RegExp(`(?<![A-Za-z0-9_])(?:${pattern})(?![A-Za-z0-9_])`, flags);

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
  ['github-token', 'gh[pousr]_[A-Za-z0-9]{30,255}', `ghp_${A20}${A20.slice(0, 16)}`],
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
  ['putty-mac', '(?<=Private-MAC: )[0-9a-f]{40,64}', `Private-MAC: «${'0123456789'.repeat(4)}»`],
  [
    'pem-in-line',
    '(?<=-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)[^-"]{16,}',
    'k="-----BEGIN PRIVATE KEY-----«\\nMIIEvQIBADANBgkqhkiG9w0BAQ»-----END PRIVATE KEY-----"',
  ],
];

/** Tokens that need no name before them. */
export const TOKENS: readonly MaskRule[] = FORMS.map(([name, pattern, example]) => ({
  name,
  example: example.includes('«') ? example : `using «${example}» now`,
  head: name === 'pem-in-line' ? new RegExp(pattern, 'g') : alone(pattern),
}));
