export type Compression = 'gzip' | 'zstd' | 'xz';

const TAR_BLOCK = 512;
const [SPACE, ZERO, SEVEN, NO_BREAK_SPACE] = [32, 48, 55, 160];
/** Bytes that tell what a file is: one tar header. */
export const MAGIC_BYTES = TAR_BLOCK;

const MAGIC: readonly [Compression, readonly number[]][] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
];

/** Compression by magic bytes; file names lie. Null when there is none. */
export function findCompression(head: Uint8Array): Compression | null {
  if (isSkippableFrame(head)) return 'zstd';
  return MAGIC.find(([, magic]) => magic.every((byte, index) => head[index] === byte))?.[0] ?? null;
}

/** pzstd begins with a frame that holds no data: 50 to 5f, 2a 4d 18. */
function isSkippableFrame(head: Uint8Array): boolean {
  return ((head[0] ?? 0) & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18;
}

/**
 * True for the first block of a tar archive: its header checksum is right. Old archives have no `ustar` magic. A block
 * of zeros is an archive without entries.
 */
export function isTar(head: Uint8Array): boolean {
  if (head.length < TAR_BLOCK || !mayBeChecksum(head)) return false;
  let sum = 0;
  let isZero = true;
  for (let i = 0; i < TAR_BLOCK; i += 1) {
    const byte = head[i] ?? 0;
    if (byte !== 0) isZero = false;
    // The checksum is computed with its own field as spaces.
    sum += i >= 148 && i < 156 ? 32 : byte;
  }
  if (isZero) return true;
  const field = Buffer.from(head.subarray(148, 156)).toString('latin1').replace(/\0.*$/, '').trim();
  return /^[0-7]+$/.test(field) && Number.parseInt(field, 8) === sum;
}

/** Octal digits and spaces up to a zero byte where the checksum of a header stands: few logs have nothing else there. */
function mayBeChecksum(head: Uint8Array): boolean {
  for (let i = 148; i < 156; i += 1) {
    const byte = head[i] ?? 0;
    if (byte === 0) return true;
    const isSpace = byte <= SPACE || byte === NO_BREAK_SPACE;
    if (!isSpace && (byte < ZERO || byte > SEVEN)) return false;
  }
  return true;
}

/** True for a tar archive inside an upload. One of zeros only is not: a damaged log looks like that. */
export function startsTar(head: Uint8Array): boolean {
  return head[0] !== 0 && isTar(head);
}

/** The first entry of a zip archive, the end of one without entries, the mark of one in parts. */
const ZIP = ['504b0304', '504b0506', '504b0708'].map((hex) => Buffer.from(hex, 'hex'));
/** Documents and packages that are zip archives, and hold no logs. */
const ZIP_DOCUMENT = /\.(xlsx|docx|pptx|xlsm|od[tsp]|jar|war|whl|npz|apk|epub|pbix)$/i;

/**
 * True for a zip archive.
 *
 * @param name of the file: those of documents are not archives of logs
 */
export function isZip(head: Buffer, name: string): boolean {
  return ZIP.some((magic) => head.subarray(0, magic.length).equals(magic)) && !ZIP_DOCUMENT.test(name);
}

/** How formats begin that are not opened here. A zip archive is opened before this is asked. */
const OPAQUE: readonly (readonly [name: string, magic: Buffer])[] = [
  ...ZIP.map((magic) => ['zip', magic] as const),
  ...Object.entries({
    '7z': '377abcaf271c',
    rar: '526172211a07',
    lz4: '04224d18',
    lzip: '4c5a4950',
    lzo: '894c5a4f',
    compress: '1f9d',
    pack: '1fa0',
  }).map(([name, hex]) => [name, Buffer.from(hex, 'hex')] as const),
];
const OPAQUE_STARTS = new Set(OPAQUE.map(([, magic]) => magic[0]));
/** bzip2: its name, a digit, and a block or the end (digits of pi, or of its root). */
const BZIP2_START = 0x42;
const BZIP2 = /^425a683[1-9](?:314159265359|177245385090)/;

/** The format of data that is still packed when it is read: one that is not opened, or packed twice. Null for other data. */
export function findPacking(head: Buffer): string | null {
  const compression = findCompression(head);
  if (compression !== null) return compression;
  if (head[0] === BZIP2_START && BZIP2.test(head.toString('hex', 0, 10))) return 'bzip2';
  if (!OPAQUE_STARTS.has(head[0])) return null;
  return OPAQUE.find(([, magic]) => head.subarray(0, magic.length).equals(magic))?.[0] ?? null;
}
