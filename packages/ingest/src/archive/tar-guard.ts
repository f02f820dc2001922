import { MAX_TAR_EXTRA_BYTES, MAX_TAR_EXTRAS } from '../limits';
import {
  isHeader,
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
export function guardTar(skip: (entry: SkippedEntry) => void) {
  let isEnded = false;
  const blocks = new BlockBuffer();
  const out = new Segments();
  let offset = 0;
  let entries = 0;
  let openRest: Rest | null = null;
  /** Extended headers of the next entry, which go with it. */
  let extras: Extras = noExtras();
  /** An extended header whose content is still coming. */
  let openExtra: { header: TarHeader; block: Buffer } | null = null;
  /** A directory with a size: the next block shows whether it has content. */
  let openDirectory: TarHeader | null = null;
  let isInSparseMap = false;
  let sparseHeader: TarHeader | null = null;

  const spot = (): TarSpot => {
    return { entry: entries + 1, offset };
  };

  const takeRest = (rest: Rest, bytes: Buffer): number => {
    const part = bytes.subarray(0, rest.left);
    if (rest.isPassed) out.add(part);
    rest.left -= part.length;
    offset += part.length;
    if (rest.left === 0) endEntry();
    return part.length;
  };

  const endEntry = () => {
    openRest = null;
    entries += 1;
  };

  const takeBlock = (block: Buffer) => {
    if (openExtra) takeExtra(openExtra, block);
    else if (isInSparseMap) takeSparseMap(block);
    else if (openDirectory) takeAfterDirectory(openDirectory, block);
    else takeHeader(block);
    offset += block.length;
  };

  const takeHeader = (block: Buffer) => {
    isEnded = isZeroBlock(block);
    if (isEnded) {
      if (extras.blocks.length > 0) throw unreadable(spot(), 'no entry follows its extended header');
      out.add(block);
      return;
    }
    const header = parseHeader(block, spot());
    if (EXTRAS.has(header.type)) beginExtra(header, block);
    else beginEntry(header, block);
  };

  const beginExtra = (header: TarHeader, block: Buffer) => {
    if (header.size > MAX_TAR_EXTRA_BYTES) {
      throw unreadable(
        spot(),
        `expected an extended header of at most ${MAX_TAR_EXTRA_BYTES} bytes, found one of ${header.size}`,
      );
    }
    extras.count += 1;
    if (extras.count > MAX_TAR_EXTRAS)
      throw unreadable(spot(), `more than ${MAX_TAR_EXTRAS} extended headers before one entry`);
    const extra = { header, block: withSize(block, header.size) };
    // An empty one says nothing.
    if (header.size > 0) openExtra = extra;
  };

  const takeExtra = ({ header, block }: { header: TarHeader; block: Buffer }, content: Buffer) => {
    openExtra = null;
    const bytes = content.subarray(0, header.size);
    if (header.type === 'g' || header.type === 'x') takePax(header, bytes);
    else if (header.type !== 'K') extras.longName = bytes.toString('latin1').replace(/\0.*$/s, '');
    // A global header (git writes its commit) changes no entry.
    extras.blocks.push(...(header.type === 'g' ? [] : [block, content]));
  };

  const takePax = (header: TarHeader, bytes: Buffer) => {
    const records = parsePaxRecords(bytes);
    if (!records)
      throw unreadable(spot(), 'expected records "<length> <key>=<value>" in its extended header');
    if (header.type === 'g') {
      const named = ['path', 'linkpath', 'size'].find((key) => records.has(key));
      if (named === undefined) return;
      throw unreadable(spot(), `its extended header gives all entries the same ${named}`);
    }
    const size = records.get('size');
    if (size !== undefined && !(/^\d{1,16}$/.test(size) && Number.isSafeInteger(Number(size)))) {
      throw unreadable(
        spot(),
        `expected a whole number of bytes as its size, found ${JSON.stringify(size.slice(0, 40))}`,
      );
    }
    for (const [key, value] of records) extras.pax.set(key, value);
  };

  const beginEntry = (plain: TarHeader, block: Buffer) => {
    const { pax, longName, blocks } = extras;
    extras = noExtras();
    const size = pax.get('size');
    const header = {
      type: plain.type,
      size: size === undefined ? plain.size : Number(size),
      name: pax.get('path') ?? longName ?? plain.name,
    };
    const reason = whySkipped(header, pax);
    if (header.type === 'S') {
      beginSparse(header, block);
      return;
    }
    if (isDirectory(header) && header.size > 0) {
      openDirectory = header;
      return;
    }
    if (reason !== undefined) skip({ name: header.name, size: header.size, reason });
    else for (const part of [...blocks, withSize(block, header.size)]) out.add(part);
    begin({ left: padded(header.size), isPassed: reason === undefined });
  };

  /** Some writers put the size of the directory itself there. GNU tar, bsdtar and Python read a header after it. */
  const takeAfterDirectory = ({ name, size }: TarHeader, block: Buffer) => {
    openDirectory = null;
    if (isZeroBlock(block) || isHeader(block)) {
      skip({ name, size: 0, reason: `it is a directory with a size of ${size} bytes and no content` });
      endEntry();
      takeHeader(block);
    } else {
      skip({ name, size, reason: `it is a directory and has ${size} bytes of content` });
      begin({ left: padded(size) - block.length, isPassed: false });
    }
  };

  const begin = (rest: Rest) => {
    openRest = rest;
    if (rest.left === 0) endEntry();
  };

  /** GNU's old form of sparse files: the map continues in blocks after the header (struct sparse_header of tar.h). */
  const beginSparse = (header: TarHeader, block: Buffer) => {
    skip({ name: header.name, size: header.size, reason: 'it is a sparse file' });
    isInSparseMap = block[482] !== 0;
    if (isInSparseMap) sparseHeader = header;
    else begin({ left: padded(header.size), isPassed: false });
  };

  const takeSparseMap = (block: Buffer) => {
    isInSparseMap = block[504] !== 0;
    if (!isInSparseMap) begin({ left: padded(sparseHeader?.size ?? 0), isPassed: false });
  };

  return {
    /**
     * @param chunk the archive as it comes
     * @throws IngestError ARCHIVE_UNREADABLE; what came before it can be flushed
     */
    push(chunk: Buffer): void {
      let at = 0;
      while (at < chunk.length) {
        if (openRest) {
          at += takeRest(openRest, chunk.subarray(at));
          continue;
        }
        const wanted = openExtra ? padded(openExtra.header.size) : TAR_BLOCK;
        const taken = blocks.take(chunk.subarray(at), wanted);
        at += taken.length;
        if (taken.block) takeBlock(taken.block);
      }
    },
    /** True when the last block was one of zeros: an archive that was cut between two files has none. */
    get isEnded(): boolean {
      return isEnded;
    },
    /** The part of the pushed bytes that reaches the reader. */
    flush(): Buffer[] {
      return out.flush();
    },
    /** @throws IngestError ARCHIVE_UNREADABLE when the archive ends in the middle of an entry */
    end(): void {
      if (openRest) throw unreadable(spot(), `the archive ends ${openRest.left} bytes before the entry does`);
      const held = blocks.held;
      const isInside =
        openExtra !== null || extras.blocks.length > 0 || isInSparseMap || openDirectory !== null;
      // After the mark of the end, copying tools may leave zeros of any length.
      if (!isInside && (held.length === 0 || (isEnded && held.every((byte) => byte === 0)))) return;
      throw unreadable(spot(), 'the archive ends within a header');
    },
  };
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

/** Before ustar a directory was a file whose name ends with a slash. */
function isDirectory({ type, name }: Pick<TarHeader, 'type' | 'name'>): boolean {
  return type === '5' || (type === '0' && name.endsWith('/'));
}

/** Undefined for what the reader gets. */
function whySkipped({ type, name }: TarHeader, pax: ReadonlyMap<string, string>) {
  if (isDirectory({ type, name })) return null;
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
