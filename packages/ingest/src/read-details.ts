import { createReadStream } from 'node:fs';
import { peek, unpacked } from './archive/byte-stream';
import { detectUnwrapped } from './detect/detect-unwrapped';
import { DetailsBuilder } from './files/details-builder';
import { feedLines } from './files/line-feed';
import { FileReporter } from './files/reporter';
import { IngestError } from './ingest-error';
import { DEFAULT_LIMITS, READ_BYTES } from './limits';
import { type FileDetails, NO_DETAILS } from './model/details';
import type { DetailsSession, LogParser } from './parsers/parser';
import { BENCHMARK_PARSERS } from './parsers/parsers';
import { searchBenchmark } from './wrapping/searching-session';
import { type LineSession, unwrapLines, withoutOverwritten } from './wrapping/unwrapped-session';

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
  let session: LineSession<FileDetails | null> | null = null;
  const feed = feedLines(
    {
      begin: ({ sample, isArchive }) => {
        if (isArchive) return null;
        const { detection, wrapper, search } = detectUnwrapped(name, sample);
        const open = (parser: LogParser): DetailsSession | null => {
          kind = parser.kind;
          return openDetails(parser, name);
        };
        const details = detection.outcome === 'claimed' ? open(detection.parser) : null;
        const found =
          details ?? (search && searchBenchmark({ path: name, parsers: BENCHMARK_PARSERS, open }));
        const around = details ? wrapper : search;
        session = found && around ? unwrapLines(found, around) : details;
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
  // The log of a job may be known at its end only.
  const details = detailsOf(session);
  return { kind, ...details };
}

async function* open(source: string | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const stream =
    typeof source === 'string' ? createReadStream(source, { highWaterMark: READ_BYTES }) : source;
  yield* unpacked(await peek(stream), DEFAULT_LIMITS);
}

/** The session is set by a callback, which narrowing does not see. */
function detailsOf(session: LineSession<FileDetails | null> | null): FileDetails {
  return session?.end() ?? { ...NO_DETAILS };
}

/** The reader of a file's details: that of its numbers where the parser `hasDetails`. Null where it has none. */
export function openDetails(parser: LogParser, file: string): DetailsSession | null {
  if (parser.openDetails) return parser.openDetails();
  if (!parser.hasDetails) return null;
  const details = new DetailsBuilder(parser.maxFacts);
  const session = parser.open?.(new FileReporter(file), details);
  if (!session) return null;
  return withoutOverwritten(
    {
      line: (bytes, start, end, line) => session.line(bytes, start, end, line),
      ...(session.piece && { piece: (bytes, at) => session.piece?.(bytes, at) }),
      end: () => {
        session.end();
        return details.build();
      },
    },
    parser.hasMessages,
  );
}
