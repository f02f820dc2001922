import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bodyWith, cutAnswer, gzipWith, headersWith } from './cut-answer';

const NONCE = '0123456789abcdef0123456789abcdef';
const OTHER = 'fedcba9876543210fedcba9876543210';

const page = (body: string | Buffer, type = 'text/html; charset=utf-8') => ({
  status: 200,
  headers: {
    'content-type': type,
    'content-security-policy': `script-src 'self' 'nonce-${NONCE}' 'strict-dynamic'`,
    link: [`</a.css>; nonce="${NONCE}"`, '</b.css>'],
    'transfer-encoding': 'chunked',
  },
  body: Buffer.from(body),
});

const script = (text: string) => `<script nonce="${NONCE}">${text}</script>`;
const TEXT = 'regression of update-zipf '.repeat(4000);
const BODIES: Record<string, string> = {
  'scripts between long and short texts': `${script('a')}${script('b')}${TEXT}${script(TEXT)}${script('')}ü${TEXT}`,
  'nothing but the nonce': NONCE,
  'nonces side by side at both ends': `${NONCE}${NONCE}${TEXT}${NONCE}${NONCE}`,
  'no nonce': TEXT,
  'short and without a nonce': 'x',
  empty: '',
  'what deflate cannot shorten': script(randomBytes(100_000).toString('base64')),
};

it.each(Object.entries(BODIES))('gives each response its own nonce: %s', async (_, body) => {
  const answer = await cutAnswer(page(body));
  const expected = body.replaceAll(NONCE, OTHER);
  expect(bodyWith(answer, OTHER).toString()).toBe(expected);
  if (answer.packed) expect(gunzipSync(gzipWith(answer, answer.packed, OTHER)).toString()).toBe(expected);
  expect(Buffer.concat(answer.parts).includes(NONCE)).toBe(false);
});

it('puts the nonce into the policy and the links, and leaves out what belongs to one connection', async () => {
  const headers = Object.fromEntries(headersWith(await cutAnswer(page(TEXT)), OTHER));
  expect(headers).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `script-src 'self' 'nonce-${OTHER}' 'strict-dynamic'`,
    link: [`</a.css>; nonce="${OTHER}"`, '</b.css>'],
  });
});

it('compresses about as well as the whole would be', async () => {
  const rows = Array.from(
    { length: 4000 },
    (_, i) => `<tr><td class="c lv${i % 7}">${(i * 7919) % 1000}</td></tr>`,
  );
  const body = rows.map((row, i) => (i % 200 === 0 ? script(row) : row)).join('');
  const answer = await cutAnswer(page(body));
  const packed = answer.packed ? gzipWith(answer, answer.packed, OTHER).length : Number.POSITIVE_INFINITY;
  expect(packed).toBeLessThan(1.3 * gzipSync(body).length);
});

it('leaves pictures and short answers as they are', async () => {
  expect((await cutAnswer(page(randomBytes(5000), 'image/png'))).packed).toBeNull();
  expect((await cutAnswer(page('[]', 'application/json'))).packed).toBeNull();
});
