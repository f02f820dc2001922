import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { READ_BYTES } from '../../limits';
import type { Spool } from './spool';

/** An entry as the directory at the end of the archive describes it. */
export interface ZipEntry {
  name: string;
  /** The bytes of its name, which stand before its content too. */
  nameBytes: Buffer;
  isEncrypted: boolean;
  /** 0: stored, 8: deflated. */
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  /** Of its local header. */
  offset: number;
  /** POSIX file type and permissions; 0 when the archive was not made on such a system. */
  mode: number;
}

/** The archive does not have the form of a zip file. The message is the reason. */
export class ZipDamagedError extends Error {}

const [END, END_64, LOCATOR_64, ENTRY] = [0x06054b50, 0x06064b50, 0x07064b50, 0x02014b50];
const [END_BYTES, LOCATOR_BYTES, END_64_BYTES, ENTRY_BYTES] = [22, 20, 56, 46];
const MAX_COMMENT = 0xffff;
const [MAX_16, MAX_32] = [0xffff, 0xffffffff];
/** Bits of the flags: encrypted, in two ways; the name is UTF-8. */
const [ENCRYPTED, MASKED, UTF8] = [0x0001, 0x2000, 0x0800];
/** Fields of the extra data: sizes of 64 bit, the name as UTF-8. */
const [ZIP64, UNICODE_PATH] = [0x0001, 0x7075];
/** Systems of archive makers. */
const [DOS, UNIX, MACOS] = [0, 3, 19];

interface Directory {
  start: number;
  size: number;
  /** Bytes before the archive, such as those of a program that unpacks it. */
  shift: number;
}

/**
 * Entries of a zip archive in the order of its directory (APPNOTE.TXT 6.3, 4.3.12), with sizes of 64 bit. Memory does not grow
 * with their number.
 *
 * @throws ZipDamagedError
 */
export async function* readZipDirectory(spool: Spool): AsyncGenerator<ZipEntry> {
  const { start, size, shift } = await findDirectory(spool);
  const read = windowOf(spool);
  const end = start + size;
  for (let at = start; at < end; ) {
    const head = await read(at, ENTRY_BYTES);
    if (head.length < ENTRY_BYTES || head.readUInt32LE(0) !== ENTRY)
      throw new ZipDamagedError('its directory is damaged');
    const lengths = [28, 30, 32].map((place) => head.readUInt16LE(place));
    const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
    const length = ENTRY_BYTES + nameLength + extraLength + commentLength;
    const record = await read(at, length);
    at += length;
    if (record.length < length || at > end) throw new ZipDamagedError('its directory is cut');
    yield toEntry(record, nameLength, { extraLength, shift });
  }
}

async function findDirectory(spool: Spool): Promise<Directory> {
  const tailStart = Math.max(0, spool.size - END_BYTES - MAX_COMMENT);
  const tail = await spool.read(tailStart, spool.size - tailStart);
  const found = findEnd(tail);
  if (found === null) throw new ZipDamagedError('the directory at its end is missing');
  const end = tail.subarray(found);
  const endAt = tailStart + found;
  if (![0, MAX_16].includes(end.readUInt16LE(4)))
    throw new ZipDamagedError('it is one part of several: join them first');
  const plain = { size: end.readUInt32LE(12), start: end.readUInt32LE(16), endAt };
  const isLarge = plain.size === MAX_32 || plain.start === MAX_32 || end.readUInt16LE(10) === MAX_16;
  const { size, start, endAt: directoryEnd } = (isLarge ? await findEnd64(spool, endAt) : null) ?? plain;
  const shift = directoryEnd - size - start;
  if (shift < 0) throw new ZipDamagedError('its directory is not where its end says');
  return { start: start + shift, size, shift };
}

/** The last one whose comment ends with the file; a comment may hold the bytes of another. */
function findEnd(tail: Buffer): number | null {
  const magic = Buffer.alloc(4);
  magic.writeUInt32LE(END);
  for (let at = tail.lastIndexOf(magic); at >= 0; at = at > 0 ? tail.lastIndexOf(magic, at - 1) : -1) {
    if (at + END_BYTES > tail.length) continue;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return null;
}

/** Null where there is none: then the numbers of 32 bit are just as large as they look. */
async function findEnd64(
  spool: Spool,
  endAt: number,
): Promise<(Omit<Directory, 'shift'> & { endAt: number }) | null> {
  const locator = await spool.read(endAt - LOCATOR_BYTES, LOCATOR_BYTES);
  if (endAt < LOCATOR_BYTES || locator.readUInt32LE(0) !== LOCATOR_64) return null;
  // Where the locator says, or right before it when something precedes the archive.
  for (const at of [toNumber(locator.readBigUInt64LE(8)), endAt - LOCATOR_BYTES - END_64_BYTES]) {
    if (at < 0 || at + END_64_BYTES > endAt) continue;
    const end = await spool.read(at, END_64_BYTES);
    if (end.readUInt32LE(0) !== END_64) continue;
    return { size: toNumber(end.readBigUInt64LE(40)), start: toNumber(end.readBigUInt64LE(48)), endAt: at };
  }
  throw new ZipDamagedError('the directory at its end is missing');
}

function toNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ZipDamagedError('its directory is damaged');
  return Number(value);
}

/** Reads small pieces one after another through one buffer. */
function windowOf(spool: Spool) {
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return async (at: number, length: number): Promise<Buffer> => {
    if (at < start || at + length > start + bytes.length) {
      bytes = await spool.read(at, Math.max(length, READ_BYTES));
      start = at;
    }
    return bytes.subarray(at - start, at - start + length);
  };
}

function toEntry(
  record: Buffer,
  nameLength: number,
  { extraLength, shift }: { extraLength: number; shift: number },
): ZipEntry {
  const flags = record.readUInt16LE(8);
  const nameBytes = Buffer.from(record.subarray(ENTRY_BYTES, ENTRY_BYTES + nameLength));
  const extra = fieldsOf(record.subarray(ENTRY_BYTES + nameLength, ENTRY_BYTES + nameLength + extraLength));
  const system = record.readUInt8(5);
  const large = extra.get(ZIP64) ?? Buffer.alloc(0);
  let used = 0;
  const sized = (place: number) => {
    const value = record.readUInt32LE(place);
    if (value !== MAX_32 || used + 8 > large.length) return value;
    used += 8;
    return toNumber(large.readBigUInt64LE(used - 8));
  };
  const [size, packedSize, offset] = [sized(24), sized(20), sized(42)];
  return {
    name: nameOf(nameBytes, { isUtf8: (flags & UTF8) !== 0, unicode: extra.get(UNICODE_PATH), system }),
    nameBytes,
    isEncrypted: (flags & (ENCRYPTED | MASKED)) !== 0,
    method: record.readUInt16LE(10),
    crc: record.readUInt32LE(16),
    packedSize,
    size,
    offset: offset + shift,
    mode: system === UNIX || system === MACOS ? record.readUInt32LE(38) >>> 16 : 0,
  };
}

/** Extra data by its ids; what is cut is left out. */
function fieldsOf(extra: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)];
    const end = at + 4 + length;
    if (end <= extra.length && !fields.has(id)) fields.set(id, extra.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/**
 * The name of an entry: UTF-8 by a flag, a field or the bytes themselves, else code page 437 (APPNOTE.TXT, appendix D). Archives
 * of Windows may have backslashes between directories.
 */
function nameOf(
  bytes: Buffer,
  { isUtf8: isSaid, unicode, system }: { isUtf8: boolean; unicode: Buffer | undefined; system: number },
): string {
  const name =
    isSaid || isUtf8(bytes) ? bytes.toString('utf8') : (unicodeName(bytes, unicode) ?? fromCp437(bytes));
  return system === DOS ? name.replaceAll('\\', '/') : name;
}

/** The field holds a checksum of the name that it replaces: a renamed entry has another. */
function unicodeName(bytes: Buffer, field: Buffer | undefined): string | null {
  if (!field || field.length < 5 || field.readUInt8(0) !== 1 || field.readUInt32LE(1) !== crc32(bytes))
    return null;
  return field.toString('utf8', 5);
}

/** The upper half of code page 437. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function fromCp437(bytes: Buffer): string {
  return [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80])).join('');
}
