import { MAX_TAR_EXTRA_BYTES, MAX_TAR_EXTRAS } from '../limits';
import {
  isZeroBlock,
  parseHeader,
  TAR_BLOCK,
  type TarHeader,
  type TarSpot,
  unreadable,
  withSize,
} from './tar-header';

/** An entry that does not reach the reader. */
export interface SkippedEntry {
  name: string;
  /** Bytes of it that are passed over. */
  size: number;
  /** Null for what is as it should be: a directory. */
  reason: string | null;
}

/** Bytes that follow a header. */
interface Rest {
  left: number;
  isPassed: boolean;
}

/**
 * Stands before the reader of a tar archive, and lets only headers through that leave no doubt where the next one is:
 * a reader that misjudges a size waits for ever, or takes the content of a file for headers. Directories and sparse files
 * are removed here. Sizes are rewritten in one form, so that the reader cannot take them differently.
 */
export class TarGuard {
  /** True when the last block was one of zeros: an archive that was cut between two files has none. */
  isEnded = false;
  readonly #skip: (entry: SkippedEntry) => void;
  readonly #blocks = new BlockBuffer();
  readonly #out = new Segments();
  #offset = 0;
  #entries = 0;
  #rest: Rest | null = null;
  /** Extended headers of the next entry, which go with it. */
  #extras: Extras = noExtras();
  /** An extended header whose content is still coming. */
  #extra: { header: TarHeader; block: Buffer } | null = null;
  #isInSparseMap = false;
  #sparse: TarHeader | null = null;

  constructor(skip: (entry: SkippedEntry) => void) {
    this.#skip = skip;
  }

  /**
   * @param chunk the archive as it comes
   * @throws IngestError ARCHIVE_UNREADABLE; what came before it can be flushed
   */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#rest) {
        at += this.#takeRest(this.#rest, chunk.subarray(at));
        continue;
      }
      const wanted = this.#extra ? padded(this.#extra.header.size) : TAR_BLOCK;
      const taken = this.#blocks.take(chunk.subarray(at), wanted);
      at += taken.length;
      if (taken.block) this.#take(taken.block);
    }
  }

  /** The part of the pushed bytes that reaches the reader. */
  flush(): Buffer[] {
    return this.#out.flush();
  }

  /** @throws IngestError ARCHIVE_UNREADABLE when the archive ends in the middle of an entry */
  end(): void {
    if (this.#rest)
      throw unreadable(this.#spot(), `the archive ends ${this.#rest.left} bytes before the entry does`);
    const held = this.#blocks.held;
    const isInside = this.#extra !== null || this.#extras.blocks.length > 0 || this.#isInSparseMap;
    // After the mark of the end, copying tools may leave zeros of any length.
    if (!isInside && (held.length === 0 || (this.isEnded && held.every((byte) => byte === 0)))) return;
    throw unreadable(this.#spot(), 'the archive ends within a header');
  }

  #spot(): TarSpot {
    return { entry: this.#entries + 1, offset: this.#offset };
  }

  #takeRest(rest: Rest, bytes: Buffer): number {
    const part = bytes.subarray(0, rest.left);
    if (rest.isPassed) this.#out.add(part);
    rest.left -= part.length;
    this.#offset += part.length;
    if (rest.left === 0) this.#endEntry();
    return part.length;
  }

  #endEntry(): void {
    this.#rest = null;
    this.#entries += 1;
  }

  #take(block: Buffer): void {
    if (this.#extra) this.#takeExtra(this.#extra, block);
    else if (this.#isInSparseMap) this.#takeSparseMap(block);
    else this.#takeHeader(block);
    this.#offset += block.length;
  }

  #takeHeader(block: Buffer): void {
    this.isEnded = isZeroBlock(block);
    if (this.isEnded) {
      if (this.#extras.blocks.length > 0)
        throw unreadable(this.#spot(), 'no entry follows its extended header');
      this.#out.add(block);
      return;
    }
    const header = parseHeader(block, this.#spot());
    if (EXTRAS.has(header.type)) this.#beginExtra(header, block);
    else this.#beginEntry(header, block);
  }

  #beginExtra(header: TarHeader, block: Buffer): void {
    if (header.size > MAX_TAR_EXTRA_BYTES) {
      throw unreadable(
        this.#spot(),
        `expected an extended header of at most ${MAX_TAR_EXTRA_BYTES} bytes, found one of ${header.size}`,
      );
    }
    this.#extras.count += 1;
    if (this.#extras.count > MAX_TAR_EXTRAS)
      throw unreadable(this.#spot(), `more than ${MAX_TAR_EXTRAS} extended headers before one entry`);
    const extra = { header, block: withSize(block, header.size) };
    // An empty one says nothing.
    if (header.size > 0) this.#extra = extra;
  }

  #takeExtra({ header, block }: { header: TarHeader; block: Buffer }, content: Buffer): void {
    this.#extra = null;
    const bytes = content.subarray(0, header.size);
    if (header.type === 'g' || header.type === 'x') this.#takePax(header, bytes);
    else if (header.type !== 'K') this.#extras.longName = bytes.toString('latin1').replace(/\0.*$/s, '');
    // A global header (git writes its commit) changes no entry.
    this.#extras.blocks.push(...(header.type === 'g' ? [] : [block, content]));
  }

  #takePax(header: TarHeader, bytes: Buffer): void {
    const records = parsePaxRecords(bytes);
    if (!records)
      throw unreadable(this.#spot(), 'expected records "<length> <key>=<value>" in its extended header');
    if (header.type === 'g') {
      const named = ['path', 'linkpath', 'size'].find((key) => records.has(key));
      if (named === undefined) return;
      throw unreadable(this.#spot(), `its extended header gives all entries the same ${named}`);
    }
    const size = records.get('size');
    if (size !== undefined && !(/^\d{1,16}$/.test(size) && Number.isSafeInteger(Number(size)))) {
      throw unreadable(
        this.#spot(),
        `expected a whole number of bytes as its size, found ${JSON.stringify(size.slice(0, 40))}`,
      );
    }
    for (const [key, value] of records) this.#extras.pax.set(key, value);
  }

  #beginEntry(plain: TarHeader, block: Buffer): void {
    const { pax, longName, blocks } = this.#extras;
    this.#extras = noExtras();
    const size = pax.get('size');
    const header = {
      type: plain.type,
      size: size === undefined ? plain.size : Number(size),
      name: pax.get('path') ?? longName ?? plain.name,
    };
    const reason = whySkipped(header, pax);
    if (header.type === 'S') {
      this.#beginSparse(header, block);
      return;
    }
    if (reason !== undefined) this.#skip({ name: header.name, size: header.size, reason });
    else for (const part of [...blocks, withSize(block, header.size)]) this.#out.add(part);
    this.#begin({ left: padded(header.size), isPassed: reason === undefined });
  }

  #begin(rest: Rest): void {
    this.#rest = rest;
    if (rest.left === 0) this.#endEntry();
  }

  /** GNU's old form of sparse files: the map continues in blocks after the header (struct sparse_header of tar.h). */
  #beginSparse(header: TarHeader, block: Buffer): void {
    this.#skip({ name: header.name, size: header.size, reason: 'it is a sparse file' });
    this.#isInSparseMap = block[482] !== 0;
    if (this.#isInSparseMap) this.#sparse = header;
    else this.#begin({ left: padded(header.size), isPassed: false });
  }

  #takeSparseMap(block: Buffer): void {
    this.#isInSparseMap = block[504] !== 0;
    if (!this.#isInSparseMap) this.#begin({ left: padded(this.#sparse?.size ?? 0), isPassed: false });
  }
}

/** Headers that say something of the next entry: pax records, GNU's long names and long link targets. */
const EXTRAS: ReadonlySet<string> = new Set(['x', 'g', 'L', 'N', 'K']);

interface Extras {
  blocks: Buffer[];
  /** Those included that are not handed on. */
  count: number;
  pax: Map<string, string>;
  longName: string | null;
}

function noExtras(): Extras {
  return { blocks: [], count: 0, pax: new Map(), longName: null };
}

function padded(size: number): number {
  return Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
}

/** Undefined for what the reader gets. */
function whySkipped({ type, size, name }: TarHeader, pax: ReadonlyMap<string, string>) {
  // Before ustar a directory was a file whose name ends with a slash.
  if (type === '5' || (type === '0' && name.endsWith('/')))
    return size === 0 ? null : `it is a directory and has ${size} bytes of content`;
  // Holes are left out of what is stored: read as it is, the file would be another one.
  if ([...pax.keys()].some((key) => key.startsWith('GNU.sparse.'))) return 'it is a sparse file';
  return undefined;
}

/**
 * Records of an extended header (POSIX pax, "pax Extended Header"): `<length> <key>=<value>\n`, the length that of the
 * whole record.
 *
 * @returns null when they are no such records
 */
function parsePaxRecords(bytes: Buffer): Map<string, string> | null {
  const records = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(32, at);
    const digits = bytes.toString('latin1', at, space < 0 ? at : Math.min(space, at + 8));
    if (!/^\d{1,7}$/.test(digits)) return null;
    const end = at + Number(digits);
    const equals = bytes.indexOf(61, space);
    // Of the record itself: it ends with a line feed and has a key.
    if (end > bytes.length || bytes[end - 1] !== 10 || equals < 0 || equals >= end) return null;
    records.set(bytes.toString('utf8', space + 1, equals), bytes.toString('utf8', equals + 1, end - 1));
    at = end;
  }
  return records;
}

/** Collects a block from its parts. */
class BlockBuffer {
  #parts: Buffer[] = [];
  #length = 0;

  /**
   * @param wanted bytes of the block; the same until it is whole
   * @returns how many of the bytes were taken, and the block when it is whole
   */
  take(bytes: Buffer, wanted: number): { length: number; block: Buffer | null } {
    const part = bytes.subarray(0, wanted - this.#length);
    if (part.length === wanted) return { length: wanted, block: part };
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length < wanted) return { length: part.length, block: null };
    const block = this.held;
    this.#parts = [];
    this.#length = 0;
    return { length: part.length, block };
  }

  /** The present part of an unfinished block. */
  get held(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** Puts neighbouring parts of one buffer together again, so that what is handed on is as large as what came in. */
class Segments {
  #segments: Buffer[] = [];

  add(part: Buffer): void {
    const last = this.#segments.at(-1);
    if (last && last.buffer === part.buffer && last.byteOffset + last.length === part.byteOffset) {
      const joined = Buffer.from(last.buffer, last.byteOffset, last.length + part.length);
      this.#segments[this.#segments.length - 1] = joined;
    } else if (part.length > 0) this.#segments.push(part);
  }

  flush(): Buffer[] {
    const segments = this.#segments;
    this.#segments = [];
    return segments;
  }
}
