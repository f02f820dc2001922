import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { makeZip, type ZipMember } from '@basecase/ingest/testing/zip';
import { fromRoot } from '../bootstrap/paths.mjs';
import type { Random } from './random';

const TYPES = [...'0000000123456777xgLKNSDMVq', '\0', ' ', '\xff'];
const NAMES = [
  'a',
  'd/',
  '../evil',
  '/etc/passwd',
  'C:\\x',
  'a\0b',
  '',
  '.',
  'x'.repeat(100),
  '__proto__',
  'a\nb',
  '\x1b[2J',
];
const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const NUMBERS = [
  '-1',
  'nan',
  '1e9',
  '0',
  '7',
  '512',
  '9'.repeat(30),
  '18446744073709551616',
  '0x10',
  ' 5',
  '5 ',
];
const KEYS = [
  'size',
  'path',
  'linkpath',
  'mtime',
  'GNU.sparse.major',
  'GNU.sparse.map',
  'hdrcharset',
  '__proto__',
  'comment',
];

/** Inputs are made in the process whose memory is watched. */
const MAX_REPEATED_BYTES = 10_000_000;

/** A log to put into an archive. */
export interface NamedLog {
  name: string;
  bytes: Buffer;
}

/** An archive that is wrong in several ways at once: fields, sizes, extended headers, nesting, packing, length. */
export function hostileArchive(logs: readonly NamedLog[], random: Random, depth = 0): NamedLog {
  if (random.chance(0.3)) return hostileZip(logs, random, depth);
  if (random.chance(0.2)) return hostilePacked(random);
  const parts = Array.from({ length: 1 + random.int(8) }, () => entry(logs, random, depth));
  const first = parts[0] ?? Buffer.alloc(0);
  const times = random.chance(0.03) ? Math.min(3000, Math.floor(MAX_REPEATED_BYTES / first.length)) : 0;
  const repeated = Array.from({ length: times }, () => first);
  const end = random.chance(0.8)
    ? Buffer.alloc(random.pick([1024, 1024, 512, 10_240, 700]))
    : Buffer.alloc(0);
  const tail = random.chance(0.1) ? random.bytes(random.int(2000)) : Buffer.alloc(0);
  const tar = Buffer.concat([...parts, ...repeated, end, tail]);
  const twice = random.chance(0.1) ? Buffer.concat([tar, tar]) : tar;
  return damage(pack(twice, random), random);
}

function entry(logs: readonly NamedLog[], random: Random, depth: number): Buffer {
  if (random.chance(0.25)) return extended(random);
  const { name, bytes } = contentOf(logs, random, depth);
  const isHonest = random.chance(0.6);
  return withHeader({ name, type: isHonest ? '0' : random.pick(TYPES), bytes, isHonest }, random);
}

/** A log, zeros or another archive, mostly under its own name. */
function contentOf(logs: readonly NamedLog[], random: Random, depth: number): NamedLog {
  const log = random.pick(logs);
  const inner = depth < 3 && random.chance(0.1) ? hostileArchive(logs, random, depth + 1) : null;
  const bytes = inner?.bytes ?? (random.chance(0.1) ? Buffer.alloc(random.int(3_000_000)) : log.bytes);
  return { name: random.chance(0.2) ? random.pick(NAMES) : `${RUN}/${inner?.name ?? log.name}`, bytes };
}

/** What zstd and xz made, with Huffman tables, dictionaries, checksums: each path of the libraries that unpack them. */
const PACKED: readonly NamedLog[] = ['run.tar.zst', 'sysbench.log.zst', 'run.tar.xz', 'sysbench.log.xz'].map(
  (name) => ({ name, bytes: readFileSync(fromRoot('packages/ingest/src/archive/samples', name)) }),
);

/** Changed bytes, a part left out or doubled, another frame or stream after it, or an end too early. */
function hostilePacked(random: Random): NamedLog {
  const { name, bytes } = random.pick(PACKED);
  const [from, to] = [random.int(bytes.length), random.int(bytes.length)];
  const changed = random.pick([
    () => Buffer.from(bytes),
    () => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]),
    () => Buffer.concat([bytes, random.pick(PACKED).bytes]),
    () => Buffer.concat([bytes.subarray(0, from), random.bytes(random.int(300)), bytes.subarray(from)]),
    () => Buffer.from(bytes.subarray(0, from)),
  ])();
  for (let left = random.int(6); left > 0 && changed.length > 0; left -= 1)
    changed[random.int(changed.length)] = random.int(256);
  return { name, bytes: changed };
}

/** A zip archive with wrong sizes, checksums, names, flags and methods, and changed bytes, most of them in its directory. */
function hostileZip(logs: readonly NamedLog[], random: Random, depth: number): NamedLog {
  const members = Array.from({ length: 1 + random.int(6) }, (): ZipMember => {
    const { name, bytes: content } = contentOf(logs, random, depth);
    const lies: ZipMember['said'][] = [
      { size: random.int(2 ** 32) },
      { crc: random.int(2 ** 32) },
      { method: random.int(100) },
      { flags: random.int(2 ** 16) },
      { localName: random.pick(NAMES) },
    ];
    return {
      name,
      content,
      isStored: random.chance(0.3),
      isLarge: random.chance(0.2),
      hasDescriptor: random.chance(0.3),
      system: random.pick([0, 3, 10, 19]),
      mode: random.pick([0o100644, 0o100644, 0o100644, 0o120777, 0o040755, 0o010644, random.int(2 ** 16)]),
      ...(random.chance(0.1) && { packed: random.bytes(random.int(5000)) }),
      ...(random.chance(0.3) && { said: random.pick(lies) }),
    };
  });
  const bytes = makeZip(members, {
    large: random.chance(0.2),
    before: random.chance(0.1) ? random.bytes(random.int(500)) : Buffer.alloc(0),
    comment: random.chance(0.1) ? random.bytes(random.int(300)) : Buffer.alloc(0),
  });
  for (let left = random.chance(0.3) ? random.int(20) : 0; left > 0; left -= 1)
    bytes[Math.max(0, bytes.length - 1 - random.int(400))] = random.int(256);
  return damage({ name: 'a.zip', bytes }, random);
}

/** An archive as it should be. */
export function plainArchive(files: readonly NamedLog[], random: Random): NamedLog {
  const entries = files.map(({ name, bytes }) =>
    withHeader({ name: `${RUN}/${name}`, type: '0', bytes, isHonest: true }, random),
  );
  return { name: 'a.tar', bytes: Buffer.concat([...entries, Buffer.alloc(1024)]) };
}

/** Pax records or a GNU long name. */
function extended(random: Random): Buffer {
  const type = random.pick(['x', 'x', 'x', 'g', 'L', 'K']);
  const records = Array.from({ length: 1 + random.int(4) }, () => {
    const rest = ` ${random.pick(KEYS)}=${random.chance(0.5) ? random.pick(NUMBERS) : random.pick(NAMES)}\n`;
    const length = rest.length + String(rest.length).length;
    return `${random.chance(0.8) ? length : random.pick(NUMBERS)}${rest}`;
  }).join('');
  const size = random.chance(0.05) ? 2_000_000 : 300;
  const isPax = type === 'x' || type === 'g';
  const bytes = Buffer.from(isPax ? records : 'long/'.repeat(random.int(size / 5)), 'latin1');
  return withHeader({ name: 'PaxHeader', type, bytes, isHonest: random.chance(0.8) }, random);
}

function withHeader(
  { name, type, bytes, isHonest }: { name: string; type: string; bytes: Buffer; isHonest: boolean },
  random: Random,
): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100, 'latin1');
  block.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  block.write(type, 156, 'latin1');
  block.write(random.pick(['ustar\x0000', 'ustar\x0000', 'ustar  \0', '', 'junk']), 257, 'latin1');
  if (!isHonest) lie(block, bytes.length, random);
  block.write(' '.repeat(8), 148, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  if (isHonest || random.chance(0.97)) block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

function lie(block: Buffer, length: number, random: Random): void {
  const size = random.pick<() => Buffer>([
    () => Buffer.from(`${Math.max(0, length - 1 - random.int(600)).toString(8)}`),
    () => Buffer.from(`${(length + random.int(2000)).toString(8)}`),
    () => Buffer.from(random.pick(NUMBERS).padEnd(12, '\0')),
    () => random.bytes(12),
    () => Buffer.concat([Buffer.of(0x80), random.bytes(11)]),
    () => Buffer.concat([Buffer.of(0x80), Buffer.alloc(9), random.bytes(2)]),
    () => Buffer.alloc(12, 0xff),
    () => Buffer.from('77777777777\0'),
  ])();
  block.fill(0, 124, 136);
  size.copy(block, 124, 0, 12);
  if (random.chance(0.2)) random.bytes(20).copy(block, random.int(490));
  if (random.chance(0.1)) block[482] = 1;
}

/** gzip by zlib; zstd of raw blocks and of one byte repeated (RFC 8878, 3.1.1.2); xz only damaged: its head on anything. */
function pack(tar: Buffer, random: Random): NamedLog {
  const kind = random.int(10);
  if (kind < 3) return { name: 'a.tar', bytes: tar };
  if (kind < 6) return { name: 'a.tar.gz', bytes: gzipSync(tar, { level: 1 }) };
  if (kind < 7) return { name: 'a.tgz', bytes: Buffer.concat([gzipSync(tar, { level: 1 }), gzipSync(tar)]) };
  if (kind < 9) return { name: 'a.tar.zst', bytes: zstd(tar, random) };
  return { name: 'a.tar.xz', bytes: Buffer.concat([Buffer.from('fd377a585a000004e6d6b446', 'hex'), tar]) };
}

function zstd(bytes: Buffer, random: Random): Buffer {
  const parts: Buffer[] = [
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, random.chance(0.8) ? 0x48 : random.int(256)]),
  ];
  const header = (size: number, type: number, isLast: boolean) => {
    const block = Buffer.alloc(3);
    block.writeUIntLE(size * 8 + type * 2 + (isLast ? 1 : 0), 0, 3);
    return block;
  };
  for (let at = 0; at < bytes.length; at += 65_536) {
    const part = bytes.subarray(at, at + 65_536);
    parts.push(header(part.length, random.chance(0.98) ? 0 : random.int(4), false), part);
  }
  if (random.chance(0.1))
    parts.push(
      ...Array.from({ length: 2000 }, () => Buffer.concat([header(131_072, 1, false), Buffer.of(0)])),
    );
  return Buffer.concat([...parts, header(0, 0, true)]);
}

function damage({ name, bytes }: NamedLog, random: Random): NamedLog {
  if (random.chance(0.15)) return { name, bytes: bytes.subarray(0, random.int(bytes.length + 1)) };
  if (!random.chance(0.1)) return { name, bytes };
  const damaged = Buffer.from(bytes);
  for (let left = random.int(20); left > 0; left -= 1) damaged[random.int(damaged.length)] = random.int(256);
  return { name, bytes: damaged };
}
