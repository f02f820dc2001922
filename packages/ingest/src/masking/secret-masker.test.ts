import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listFixtures } from '../testing/fixtures';
import { parseBytes } from '../testing/parse-bytes';
import { RULES } from './rules/rules';
import { maskPath, maskText, SecretMasker } from './secret-masker';

const KEY = Array.from({ length: 6 }, (_, line) => `${'S3cr3tKey+/'.repeat(6).slice(0, 63)}${line}`);

/** Texts of more than one line with the secret S3cr3t in them. */
const TEXTS: Record<string, string> = {
  'a private key': [
    '-----BEGIN RSA PRIVATE KEY-----',
    'Proc-Type: 4,ENCRYPTED',
    '',
    ...KEY,
    '-----END RSA PRIVATE KEY-----',
    'threads: 8',
  ].join('\n'),
  'a private key that is cut at its end': ['-----BEGIN OPENSSH PRIVATE KEY-----', ...KEY].join('\n'),
  'a private key that is cut at its beginning': [
    ...KEY.slice(2),
    '-----END PRIVATE KEY-----',
    'threads: 8',
  ].join('\n'),
  'an indented and quoted private key': [
    '  key: |',
    '    -----BEGIN EC PRIVATE KEY-----',
    ...KEY.map((line) => `    ${line}`),
    '    -----END EC PRIVATE KEY-----',
  ].join('\r\n'),
  'a PuTTY key': [
    'PuTTY-User-Key-File-2: ssh-rsa',
    'Private-Lines: 6',
    ...KEY,
    'Private-MAC: 0123456789012345678901234567890123456789',
  ].join('\n'),
  'a block of YAML': 'db:\n  password: |-\n    S3cr3t one\n    S3cr3t two\n\n  threads: 8\n',
  'a value in the next line of JSON': '{"password":\n  "S3cr3t",\n  "threads": 8}\n',
  'a statement over two lines': "CREATE USER r IDENTIFIED BY\n  'S3cr3t' REQUIRE SSL\n",
  'an option over two lines': "mysqladmin --password \\\n  'S3cr3t' \\\n  status --threads=8\n",
  'a word over two lines': 'export DB_PASSWORD=abc\\\nS3cr3t\nthreads=8\n',
  'a string over two lines': 'export DB_PASSWORD="abc\nS3cr3t"\nthreads=8\n',
};

describe('a secret over several lines', () => {
  it.each(Object.entries(TEXTS))('%s', (_name, text) => {
    const masked = maskText(text);
    expect(masked).not.toContain('S3cr3t');
    expect(masked.split('\n').length).toBe(text.split('\n').length);
    expect(maskText(masked)).toBe(masked);
    if (text.includes('threads')) expect(masked).toMatch(/threads/);
  });

  it('is found wherever the blocks are cut', () => {
    for (const [name, text] of Object.entries(TEXTS)) {
      // The part above the end of a cut key is searched in one block.
      if (name.endsWith('beginning')) continue;
      const masker = new SecretMasker();
      const lines = text.split(/(?<=\n)/).map((line) => masker.mask(Buffer.from(line)).toString());
      expect(lines.join('')).toBe(maskText(text));
    }
  });
});

it('returns the same block when there is nothing to mask', () => {
  const block = Buffer.from('43  0 120040 5699712\n');
  expect(new SecretMasker().mask(block)).toBe(block);
});

it('keeps every byte of other lines', () => {
  const noise = Buffer.from([0xff, 0xfe, 0x00, 0x0a]);
  const block = Buffer.concat([noise, Buffer.from('password=pw\n'), noise]);
  expect(new SecretMasker().mask(block)).toEqual(
    Buffer.concat([noise, Buffer.from('password=***\n'), noise]),
  );
});

it('changes nothing the second time, and no line end, whatever stands together', () => {
  const words = fc.constantFrom(
    ...RULES.map(({ example }) => example),
    ...Object.values(TEXTS),
    '\n',
    '\r\n',
    ' ',
    '"',
    "'",
    '\\',
    '\\"',
    '=',
    ': ',
    '@',
    '://',
    '{',
    '\u001b[31m',
    '\\u0070',
    'password',
    'token',
    '***',
    '`',
    ',x=1',
    '-p',
    'mysql ',
    'é',
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const masked = maskText(text);
      expect(maskText(masked)).toBe(masked);
      expect(masked.split('\n').length).toBe(text.split('\n').length);
    }),
    { numRuns: 1500 },
  );
});

it('leaves the logs of every format as they are, but for what is a secret', () => {
  for (const { bytes } of listFixtures()) {
    const masked = new SecretMasker().mask(bytes);
    const before = bytes.toString('latin1').split('\n');
    const changed = before.filter((line, at) => line !== masked.toString('latin1').split('\n')[at]);
    for (const line of changed) expect(line).toMatch(/password|pass\b|_pass|PGPASSWORD|-p|\*\*\*\*/i);
  }
});

describe('bytes as they come', () => {
  it('masks a secret wherever the chunks are cut', async () => {
    const text = `${'x'.repeat(70_000)}\nsysbench --pgsql-password=s3cret --pgsql-db=ib run\n`;
    const whole = await parseBytes('a', Buffer.from(text));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 80_000 }), async (chunkBytes) => {
        expect((await parseBytes('a', Buffer.from(text), { chunkBytes })).artifact.sha256).toBe(
          whole.artifact.sha256,
        );
      }),
      { seed: 7, numRuns: 40 },
    );
  });

  it('masks secrets in a line that is longer than the limit', async () => {
    const words = (count: number) => 'y '.repeat(count);
    const line = `${words(4000)}--pgsql-password=s3cret ${words(3000)}token="${'s3cret '.repeat(20)}" ${words(5000)}password='s3cret\n`;
    const whole = await parseBytes('a', Buffer.from(line));
    for (const chunkBytes of [3, 1000, 4096, 5000, 7777, 20_000]) {
      const limited = await parseBytes('a', Buffer.from(line), { chunkBytes, limits: { lineBytes: 64 } });
      expect(limited.artifact).toEqual(whole.artifact);
    }
  });

  it('masks a secret that is longer than what is held', () => {
    const masker = new SecretMasker();
    const pieces = ['password=', 's'.repeat(6000), 's'.repeat(6000), `s'; threads=8\n`].map((piece, index) =>
      masker.maskPiece(Buffer.from(piece), index === 3).toString(),
    );
    expect(pieces.join('')).toMatch(/^password=\*\*\*'?; threads=8\n$/);
  });

  it.each([
    ['little endian with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['little endian', (text: string) => Buffer.from(text, 'utf16le')],
    ['big endian with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['big endian', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])('reads UTF-16, %s, as UTF-8', async (_name, encode) => {
    const text = 'threads: 8\r\npassword=s3cret\r\n';
    const plain = await parseBytes('a', Buffer.from('threads: 8\r\npassword=***\r\n'));
    for (const chunkBytes of [1, 7, 1000])
      expect((await parseBytes('a', encode(text), { chunkBytes })).artifact).toEqual(plain.artifact);
  });
});

describe('names', () => {
  it.each([
    ['x.my9500.z12a.pk1/sb.o.scan', 'x.my9500.z12a.pk1/sb.o.scan'],
    ['run.password=hunter2.tar.gz', 'run.password=***.tar.gz'],
    ['PGPASSWORD=pw/sb.o.scan.gz', 'PGPASSWORD=***/sb.o.scan.gz'],
    ['ghp_a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6/x', '***/x'],
  ])('%s', (path, masked) => {
    expect(maskPath(path)).toBe(masked);
    expect(maskPath(masked)).toBe(masked);
  });
});

it.each([
  'password=',
  'password ',
  "password='",
  '://',
  'a://b:',
  '-p',
  'mysql ',
  'mysql -p',
  'identified by ',
  '\u001b[31m',
  '\\u0070',
  'eyJ',
  'Bearer a',
  'token: ',
  '"password": "',
  '<password>',
  'secret_key',
  'AKIA',
  '*0',
  '$6$',
  'x-key:',
  'set password for ',
  'replace identified ',
  '-----BEGIN PRIVATE KEY-----',
  '"',
  '+',
  ' ',
  'a',
  ',a=',
  '\\',
])('reads a long line of %j, in a time that a quadratic rule would not', (part) => {
  const line = Buffer.from(`password ${part.repeat((1 << 18) / part.length)}\n`);
  expect(new SecretMasker().mask(line).at(-1)).toBe(10);
});
