import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { IngestError } from '../ingest-error';
import { READ_BYTES } from '../limits';
import type { Compression } from './magic';

type Bytes = AsyncIterable<Buffer>;
type XzModule = Pick<typeof import('xz-decompress'), 'XzReadableStream'>;

/** Unpacks a stream. Memory does not grow with it. Throws IngestError ARCHIVE_UNREADABLE when it is damaged or cut. */
export async function* unpack(compression: Compression, packed: Bytes): AsyncGenerator<Buffer> {
  try {
    yield* UNPACKERS[compression](packed);
  } catch (cause) {
    if (cause instanceof IngestError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new IngestError(
      'ARCHIVE_UNREADABLE',
      `damaged or cut ${compression} data (${reason}). Make or copy the file again.`,
      { cause },
    );
  }
}

const UNPACKERS: Record<Compression, (packed: Bytes) => Bytes> = {
  gzip: (packed) => {
    const source = Readable.from(packed, { objectMode: false });
    const gunzip = createGunzip({ chunkSize: READ_BYTES });
    source.once('error', (error) => gunzip.destroy(error));
    return source.pipe(gunzip);
  },
  zstd: unpackZstd,
  xz: (packed) => unpackXz(packed),
};

async function* unpackZstd(packed: Bytes): AsyncGenerator<Buffer> {
  let ready: Buffer[] = [];
  let ended = false;
  const decompress = new Decompress((chunk, isLast) => {
    if (chunk.length > 0) ready.push(Buffer.from(chunk));
    ended ||= isLast === true;
  });
  for await (const chunk of packed) {
    decompress.push(chunk);
    yield* ready;
    ready = [];
  }
  decompress.push(new Uint8Array(0), true);
  yield* ready;
  if (!ended) throw new Error('unexpected end of data');
}

async function* unpackXz(packed: Bytes): AsyncGenerator<Buffer> {
  // Loaded on use: it carries a WebAssembly module that few uploads need.
  const loaded: XzModule & { default?: XzModule } = await import('xz-decompress');
  // A CommonJS package: Node puts its exports into `default`, bundlers do not.
  const { XzReadableStream } = loaded.default ?? loaded;
  const source = Readable.toWeb(Readable.from(packed)) as ReadableStream<Uint8Array>;
  const reader = new XzReadableStream(source).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      yield Buffer.from(next.value);
  } finally {
    await reader.cancel();
  }
}
