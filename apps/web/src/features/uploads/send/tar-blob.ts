/** A file with its path within the archive. */
export interface PathFile {
  path: string;
  file: File;
}

const BLOCK = 512;
const NAME_BYTES = 100;
/** The size field of a header has 11 octal digits. */
const MAX_OCTAL_SIZE = 0o77777777777;
const REGULAR_FILE = '0';
const EXTENDED_HEADER = 'x';

/**
 * Files as one tar archive (POSIX ustar, with pax headers for what does not fit in it). The Blob refers to the bytes
 * of the files where they are: the browser reads them while it sends, so memory does not grow with them. The same
 * files make the same bytes.
 */
export function tarBlob(files: readonly PathFile[]): Blob {
  const parts = files.flatMap(({ path, file }): BlobPart[] => [
    ...extendedHeader(path, file),
    header({ name: encode(path), size: file.size, mtime: file.lastModified, type: REGULAR_FILE }),
    file,
    padding(file.size),
  ]);
  // Two blocks of zeros end the archive.
  return new Blob([...parts, new Uint8Array(2 * BLOCK)], { type: 'application/x-tar' });
}

/** Header and content of the pax records that an entry needs; nothing for most. */
function extendedHeader(path: string, file: File): BlobPart[] {
  const name = encode(path);
  const isPlain = name.length <= NAME_BYTES && name.length === path.length;
  const records = [
    ...(isPlain ? [] : [record('path', path)]),
    ...(file.size > MAX_OCTAL_SIZE ? [record('size', String(file.size))] : []),
  ];
  if (records.length === 0) return [];
  const content = encode(records.join(''));
  const about = { name: encode('pax'), size: content.length, mtime: 0, type: EXTENDED_HEADER };
  return [header(about), content, padding(content.length)];
}

/** `27 path=…\n`: the number counts the bytes of the whole record, its own digits included. */
function record(key: string, value: string): string {
  const rest = encode(` ${key}=${value}\n`).length;
  let length = rest + String(rest).length;
  if (rest + String(length).length !== length) length += 1;
  return `${length} ${key}=${value}\n`;
}

interface Entry {
  name: Uint8Array;
  size: number;
  /** Milliseconds. */
  mtime: number;
  type: string;
}

function header({ name, size, mtime, type }: Entry): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  block.set(name.subarray(0, NAME_BYTES), 0);
  const fields: [offset: number, text: string][] = [
    [100, '0000644\0'],
    [108, '0000000\0'],
    [116, '0000000\0'],
    [124, `${octal(Math.min(size, MAX_OCTAL_SIZE), 11)}\0`],
    [136, `${octal(Math.max(0, Math.floor(mtime / 1000)), 11)}\0`],
    // The checksum counts its own field as spaces.
    [148, ' '.repeat(8)],
    [156, type],
    [257, 'ustar\x0000'],
  ];
  for (const [offset, text] of fields) block.set(encode(text), offset);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(encode(`${octal(sum, 6)}\0 `), 148);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function padding(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
