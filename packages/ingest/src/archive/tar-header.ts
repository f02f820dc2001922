import { IngestError } from '../ingest-error';

export const TAR_BLOCK = 512;

/** Where in an archive something is, for messages. */
export interface TarSpot {
  /** 1-based, extended headers not counted. */
  entry: number;
  /** In the unpacked archive. */
  offset: number;
}

/** The fields of a header that determine how the archive continues. */
export interface TarHeader {
  /** `0` for a file, `5` for a directory, `x` for pax records, ... (ustar, typeflag). */
  type: string;
  /** Bytes of content after the header. */
  size: number;
  /** A character for each byte. */
  name: string;
}

/** @returns the error of an archive that is not one from here on */
export function unreadable({ entry, offset }: TarSpot, problem: string): IngestError {
  return new IngestError(
    'ARCHIVE_UNREADABLE',
    `damaged or cut tar archive: entry ${entry} at byte ${offset}: ${problem}. Make or copy it again.`,
  );
}

export function isZeroBlock(block: Buffer): boolean {
  return block[0] === 0 && block.every((byte) => byte === 0);
}

/** Whether the bytes add up to the checksum of a header. */
export function isHeader(block: Buffer): boolean {
  return parseOctal(block, 148, 8) === checksumOf(block);
}

/**
 * Reads a header block (POSIX pax, "ustar Interchange Format").
 *
 * @throws IngestError ARCHIVE_UNREADABLE for a wrong checksum or a size that is none
 */
export function parseHeader(block: Buffer, spot: TarSpot): TarHeader {
  const found = checksumOf(block);
  const said = parseOctal(block, 148, 8);
  if (said !== found) {
    const field = said ?? quote(block.subarray(148, 156));
    throw unreadable(spot, `expected a header whose bytes add up to its checksum ${field}, not to ${found}`);
  }
  const typeflag = String.fromCharCode(block[156] ?? 0);
  const prefix =
    block.toString('latin1', 257, 262) === 'ustar' && block[262] === 0 ? text(block, 345, 155) : '';
  const name = text(block, 0, 100);
  return {
    type: typeflag === '\0' ? '0' : typeflag,
    size: parseSize(block, spot),
    name: prefix === '' ? name : `${prefix}/${name}`,
  };
}

/** The same header with this size, in the one form that every reader understands in the same way. */
export function withSize(block: Buffer, size: number): Buffer {
  const canonical = Buffer.alloc(12);
  if (size < 8 ** 11) canonical.write(`${size.toString(8).padStart(11, '0')}\0`, 'latin1');
  else canonical.writeBigUInt64BE(BigInt(size), 4);
  if (size >= 8 ** 11) canonical[0] = 0x80;
  if (canonical.equals(block.subarray(124, 136))) return block;
  const copy = Buffer.from(block);
  canonical.copy(copy, 124);
  copy.write(`${checksumOf(copy).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return copy;
}

/** The sum of all bytes, its own field taken as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < 148; at += 1) sum += block[at] ?? 0;
  for (let at = 156; at < TAR_BLOCK; at += 1) sum += block[at] ?? 0;
  return sum;
}

/** Octal digits, or a binary number of 11 bytes after a byte 80 (GNU and star, for sizes over 8 GiB). */
function parseSize(block: Buffer, spot: TarSpot): number {
  const field = block.subarray(124, 136);
  const isBinary = ((field[0] ?? 0) & 0x80) !== 0;
  const size = isBinary ? parseBinary(field) : parseOctal(block, 124, 12);
  if (size !== null && Number.isSafeInteger(size)) return size;
  throw unreadable(
    spot,
    `expected a size in octal digits, or a positive binary number, found ${isBinary ? `the bytes ${field.toString('hex')}` : quote(field)}`,
  );
}

function parseBinary(field: Buffer): number | null {
  if (field[0] !== 0x80) return null;
  return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Null when the field holds something else. An empty one is 0. */
function parseOctal(block: Buffer, at: number, length: number): number | null {
  const digits = /^[ \0]*([0-7]*)(?:[ \0]|$)/.exec(block.toString('latin1', at, at + length))?.[1];
  if (digits === undefined) return null;
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

function text(block: Buffer, at: number, length: number): string {
  return block.toString('latin1', at, at + length).replace(/\0.*$/s, '');
}

/** A field as it stands, without what breaks terminals. */
function quote(field: Buffer): string {
  return JSON.stringify(field.toString('latin1').replace(/[^ -~]/g, '.'));
}
