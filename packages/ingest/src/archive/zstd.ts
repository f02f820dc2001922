import { Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import { READ_BYTES } from '../limits';

type Bytes = AsyncIterable<Buffer>;

/**
 * Of larger windows (`zstd --long=27`) fzstd makes wrong bytes without saying so; found by comparing. Node.js gets the
 * same limit: it holds that much in memory, and an upload must not depend on the version of Node.js.
 */
const MAX_WINDOW = 64 * 1024 * 1024;

/** Bytes of frames with data. `endsFrame`: the last of a frame. */
interface Piece {
  bytes: Buffer;
  endsFrame: boolean;
}

/**
 * Cuts zstd data where its frames end, and leaves out frames to skip, as pzstd writes them. Node.js stops without an
 * error after the first frame, and fzstd needs to know of large windows first.
 *
 * @throws Error for data that is cut or is not zstd, and for a frame with a window above MAX_WINDOW
 */
async function* zstdFrames(packed: Bytes): AsyncGenerator<Piece> {
  const walk = walkFrames();
  let step = walk.next().value;
  let head = Buffer.alloc(0);
  let left = step.bytes;
  /** Of a magic number: whether its frame has data is known at its end. */
  let held = Buffer.alloc(0);
  for await (const chunk of packed) {
    let from = 0;
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(left, chunk.length - at);
      if (step.isRead) head = Buffer.concat([head, chunk.subarray(at, at + taken)]);
      at += taken;
      left -= taken;
      while (left === 0) {
        const { isSkipped, endsFrame } = step;
        step = walk.next(head).value;
        head = Buffer.alloc(0);
        left = step.bytes;
        if (!endsFrame) continue;
        if (!isSkipped) yield { bytes: Buffer.concat([held, chunk.subarray(from, at)]), endsFrame };
        held = Buffer.alloc(0);
        from = at;
      }
    }
    const rest = Buffer.concat([held, chunk.subarray(from)]);
    held = step.startsFrame ? rest : Buffer.alloc(0);
    if (rest.length > 0 && !step.startsFrame && !step.isSkipped) yield { bytes: rest, endsFrame: false };
  }
  if (!step.startsFrame || left < step.bytes) throw new Error('unexpected end of data');
}

interface Step {
  /** How many bytes come next. */
  bytes: number;
  /** True: the walk reads them. */
  isRead?: boolean;
  startsFrame?: boolean;
  endsFrame?: boolean;
  /** They belong to a frame without data. */
  isSkipped?: boolean;
}

const MAGIC = 0xfd2fb528;
/** And the fifteen after it. */
const SKIPPED_MAGIC = 0x184d2a50;
const SINGLE_SEGMENT = 0x20;
const HAS_CHECKSUM = 0x04;
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;

/** The parts of frames, one after the other: RFC 8878, section 3.1. */
function* walkFrames(): Generator<Step, never, Buffer> {
  for (;;) {
    const magic = (yield { bytes: 4, isRead: true, startsFrame: true }).readUInt32LE();
    if (magic - (magic & 0xf) === SKIPPED_MAGIC) {
      const size = (yield { bytes: 4, isRead: true, isSkipped: true }).readUInt32LE();
      yield { bytes: size, isSkipped: true, endsFrame: true };
      continue;
    }
    if (magic !== MAGIC) throw new Error('a frame does not begin with the magic number of zstd');
    const first = yield { bytes: 1, isRead: true };
    const descriptor = first.readUInt8();
    const rest = yield { bytes: headerBytes(descriptor), isRead: true };
    if (zstdWindow(descriptor, rest) > MAX_WINDOW) {
      throw new Error(
        `it needs a window of more than ${MAX_WINDOW} bytes: pack it without --long and --ultra`,
      );
    }
    const checksum = descriptor & HAS_CHECKSUM ? 4 : 0;
    for (let isLast = false; !isLast; ) {
      const block = (yield { bytes: 3, isRead: true }).readUIntLE(0, 3);
      const type = (block >> 1) & 3;
      if (type === RESERVED_BLOCK) throw new Error('a block of a reserved type');
      isLast = (block & 1) === 1;
      const size = type === RLE_BLOCK ? 1 : block >> 3;
      yield { bytes: size + (isLast ? checksum : 0), endsFrame: isLast };
    }
  }
}

/** Of the window, the dictionary id and the content size, which follow the descriptor. */
function headerBytes(descriptor: number): number {
  const isSingle = (descriptor & SINGLE_SEGMENT) !== 0;
  return (
    (isSingle ? 0 : 1) + dictionaryBytes(descriptor) + ([isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0)
  );
}

const dictionaryBytes = (descriptor: number): number => [0, 1, 2, 4][descriptor & 3] ?? 0;

/**
 * Bytes back that a frame may refer to, as its header declares (RFC 8878, 3.1.1.1): that much of its output must
 * be held in memory.
 *
 * @param rest the header after the descriptor
 */
function zstdWindow(descriptor: number, rest: Buffer): number {
  if ((descriptor & SINGLE_SEGMENT) === 0) {
    const window = rest.readUInt8();
    return 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8);
  }
  // A frame of one segment has no window size: its window is the content.
  const at = dictionaryBytes(descriptor);
  const sizes = [
    () => rest.readUInt8(at),
    () => rest.readUInt16LE(at) + 256,
    () => rest.readUInt32LE(at),
    () => Number(rest.readBigUInt64LE(at)),
  ];
  return sizes[descriptor >> 6]?.() ?? 0;
}

/**
 * Packed bytes that are unpacked at once. A block of 4 bytes may expand to 128 KiB, so this bounds what one step can
 * hold in memory to 32 MiB.
 */
const STEP_BYTES = 1024;

/** By fzstd: pure JavaScript, for Node.js before 22.15. Throws when the data is damaged or cut. */
export async function* unpackZstdByLibrary(packed: Bytes): AsyncGenerator<Buffer> {
  let ready: Buffer[] = [];
  let decompress: Decompress | null = null;
  for await (const { bytes, endsFrame } of zstdFrames(packed)) {
    decompress ??= new Decompress((chunk) => {
      if (chunk.length > 0) ready.push(Buffer.from(chunk));
    });
    for (let at = 0; at < bytes.length; at += STEP_BYTES) {
      decompress.push(bytes.subarray(at, at + STEP_BYTES));
      yield* ready;
      ready = [];
    }
    if (!endsFrame) continue;
    decompress.push(new Uint8Array(0), true);
    yield* ready;
    ready = [];
    decompress = null;
  }
}

interface ZstdOptions {
  chunkSize: number;
  maxOutputLength?: number;
  params: Record<number, number>;
}

/** What the types of the oldest supported Node.js lack. */
interface ZstdOfNode {
  createZstdDecompress?: (options: ZstdOptions) => Transform;
  zstdDecompressSync?: (bytes: Buffer, options: ZstdOptions) => Buffer;
  constants: { ZSTD_d_windowLogMax?: number };
}

/** By Node.js itself, from 22.15 on; null before. */
export const unpackZstdByNode = byNode(zlib as ZstdOfNode);

function byNode({ createZstdDecompress, zstdDecompressSync, constants }: ZstdOfNode) {
  const { ZSTD_d_windowLogMax } = constants;
  if (!createZstdDecompress || !zstdDecompressSync || ZSTD_d_windowLogMax === undefined) return null;
  const options = { chunkSize: READ_BYTES, params: { [ZSTD_d_windowLogMax]: Math.log2(MAX_WINDOW) } };
  /** Null for one that is not small. A stream takes a millisecond for each frame, and a file may have a million. */
  const smallFrame = ({ bytes, endsFrame }: Piece): Buffer | null => {
    if (!endsFrame || bytes.length > READ_BYTES) return null;
    try {
      return zstdDecompressSync(bytes, { ...options, maxOutputLength: READ_BYTES });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
      throw error;
    }
  };
  return async function* unpack(packed: Bytes): AsyncGenerator<Buffer> {
    const frames = zstdFrames(packed);
    try {
      for (let next = await frames.next(); !next.done; next = await frames.next()) {
        const small = smallFrame(next.value);
        if (small) {
          yield small;
          continue;
        }
        const source = Readable.from(restOfFrame(next.value, frames), { objectMode: false });
        const frame = createZstdDecompress(options);
        source.once('error', (error) => frame.destroy(error));
        frame.once('close', () => source.destroy());
        yield* source.pipe(frame) as Bytes;
      }
    } finally {
      // Left early, it lets go of the file below too.
      await frames.return(undefined);
    }
  };
}

async function* restOfFrame(first: Piece, frames: AsyncIterator<Piece>): AsyncGenerator<Buffer> {
  let piece = first;
  yield piece.bytes;
  while (!piece.endsFrame) {
    const next = await frames.next();
    if (next.done) return;
    piece = next.value;
    yield piece.bytes;
  }
}

/** Unpacks zstd data of one frame or more. Memory does not grow with it. Throws when it is damaged or cut. */
export const unpackZstd: (packed: Bytes) => Bytes = unpackZstdByNode ?? unpackZstdByLibrary;
