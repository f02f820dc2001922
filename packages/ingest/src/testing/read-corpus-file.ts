import path from 'node:path';
import { assembleRuns } from '../assemble/assemble-runs';
import { detect, toSample } from '../detect/detect';
import { visitLines } from '../files/line-blocks';
import { SAMPLE_BYTES } from '../limits';
import type { FileDetails } from '../model/details';
import { openDetails } from '../read-details';
import { readCorpusFile } from './corpus';
import type { CorpusFile } from './corpus-keys';
import { parseBytes } from './parse-bytes';

/**
 * A file of the corpus, read alone.
 *
 * @param relative path within the corpus, or of a tarball's member
 * @param bytes content, read from the corpus when left out
 */
export async function readOneCorpusFile(
  relative: string,
  bytes: Buffer = readCorpusFile(relative),
): Promise<CorpusFile> {
  const { artifact, log, diagnostics, doubts } = await parseBytes(relative, bytes);
  const assembled = assembleRuns(log ? [{ path: relative, log, doubts }] : [], {
    rootLabel: path.posix.basename(path.posix.dirname(relative)),
    device: undefined,
  });
  return {
    path: relative,
    artifact,
    log,
    details: detailsOf(relative, bytes),
    runs: assembled.runs,
    diagnostics: [...diagnostics, ...assembled.diagnostics],
  };
}

function detailsOf(relative: string, bytes: Buffer): FileDetails | null {
  const detection = detect(toSample(relative, bytes.subarray(0, SAMPLE_BYTES)));
  const session = detection.outcome === 'claimed' ? openDetails(detection.parser, relative) : null;
  if (!session) return null;
  visitLines(bytes, 1, session);
  return session.end();
}
