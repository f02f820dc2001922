import { createReadStream } from 'node:fs';
import { peek, unpacked } from './archive/byte-stream';
import { detectUnwrapped } from './detect/detect-unwrapped';
import { LineFeed } from './files/line-feed';
import { IngestError } from './ingest-error';
import { DEFAULT_LIMITS, READ_BYTES } from './limits';
import { type FileDetails, NO_DETAILS } from './model/details';
import type { DetailsSession } from './parsers/parser';
import { UnwrappedSession } from './wrapping/unwrapped-session';

/** Series, histograms and facts of one file, and the kind of file it is. */
export type ReadDetails = FileDetails & {
  /** As `Artifact.kind`; `unknown` when no parser claims the file, or two do. */
  kind: string;
};

/**
 * Reads what one stored file holds beyond its results, for charts and for reading. The file may be packed. Memory does
 * not grow with it: series and facts are bounded, lines are not kept.
 *
 * @param source path of the file, or its bytes
 * @param name path within the upload: a hint for detection where the content does not tell
 * @throws IngestError ARCHIVE_UNREADABLE, ARCHIVE_TOO_LARGE when packed data is damaged or over the limits
 */
export async function readDetails(
  source: string | AsyncIterable<Uint8Array>,
  name: string,
): Promise<ReadDetails> {
  let kind = 'unknown';
  let session: DetailsSession | null = null;
  const feed = new LineFeed(
    {
      begin: ({ sample, isArchive }) => {
        const found = isArchive ? null : detectUnwrapped(name, sample);
        if (found?.detection.outcome !== 'claimed') return null;
        const { parser } = found.detection;
        kind = parser.kind;
        const details = parser.openDetails?.() ?? null;
        session = details && found.wrapper ? new UnwrappedSession(details, found.wrapper) : details;
        return session;
      },
    },
    DEFAULT_LIMITS.lineBytes,
  );
  let size = 0;
  for await (const chunk of open(source)) {
    size += chunk.length;
    if (size > DEFAULT_LIMITS.entryBytes) {
      throw new IngestError('ARCHIVE_TOO_LARGE', `${name}: more than ${DEFAULT_LIMITS.entryBytes} bytes`);
    }
    feed.write(chunk);
  }
  feed.end();
  return { kind, ...detailsOf(session) };
}

async function* open(source: string | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const stream =
    typeof source === 'string' ? createReadStream(source, { highWaterMark: READ_BYTES }) : source;
  yield* unpacked(await peek(stream), DEFAULT_LIMITS);
}

/** The session is set by a callback, which narrowing does not see. */
function detailsOf(session: DetailsSession | null): FileDetails {
  return session?.end() ?? { ...NO_DETAILS };
}
