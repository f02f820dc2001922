import { resolve } from 'node:path';
import {
  type ArtifactSink,
  type Explanation,
  explainDetection,
  IngestError,
  readUpload,
} from '@basecase/ingest';
import { EXIT, type ExitCode } from '../exit';
import type { Io } from '../io';
import { toRecordLine } from '../lines/record-lines';
import { noteUnreadable } from '../reading/note-unreadable';

/** Detection sees the first 64 KiB of a file. */
const HEAD_BYTES = 64 * 1024;
/** Columns of `--format tsv`; scripts rely on them. */
const COLUMNS = ['file', 'read_as', 'candidate', 'score', 'reason'] as const;

export type ExplainFormat = 'text' | 'ndjson' | 'tsv';

/**
 * `basecase parse --explain`: for each file of each path every parser that recognized it, with its score, and the one
 * that reads the file.
 */
export async function runExplain(paths: string[], format: ExplainFormat, io: Io): Promise<ExitCode> {
  if (format === 'tsv') await io.print(`${COLUMNS.join('\t')}\n`);
  let explained = 0;
  for (const path of paths) {
    const found: Explained[] = [];
    const sink = headSink((file, head) => {
      found.push({ file, explanation: explainDetection(file, head), readAs: null });
    });
    try {
      const { artifacts } = await readUpload(resolve(io.cwd, path), { hash: false, sink });
      const kinds = new Map(artifacts.map((each) => [each.path, each.kind]));
      for (const each of found) each.readAs = kinds.get(each.file) ?? null;
    } catch (error) {
      // Files that hold no benchmark log are what one asks about here.
      const isAnswered = error instanceof IngestError && error.code === 'NO_KNOWN_LOGS' && found.length > 0;
      if (!isAnswered) noteUnreadable(path, error, io);
    }
    explained += found.length;
    await io.print(found.map((each) => draw(each, format)).join(''));
  }
  return explained > 0 ? EXIT.ok : EXIT.nothingRead;
}

interface Explained {
  file: string;
  explanation: Explanation;
  /** Kind that the file was read as in the end, null where that is not known. */
  readAs: string | null;
}

/** Gives the first bytes of each file, secrets masked, when it was read. */
function headSink(take: (file: string, head: Buffer) => void): ArtifactSink {
  return {
    put(file) {
      const pieces: Buffer[] = [];
      let bytes = 0;
      return {
        write(chunk) {
          if (bytes >= HEAD_BYTES) return;
          const piece = Buffer.from(chunk.subarray(0, HEAD_BYTES - bytes));
          pieces.push(piece);
          bytes += piece.length;
        },
        close: async () => take(file, Buffer.concat(pieces)),
        abort: () => Promise.resolve(),
      };
    },
  };
}

function draw(explained: Explained, format: ExplainFormat): string {
  if (format === 'text') return drawText(explained);
  const { file, explanation } = explained;
  const further = readFurtherDown(explained);
  const readAs = further ?? explanation.kind ?? explanation.outcome;
  const none = { kind: '', score: 0, reason: further ? FURTHER_DOWN : whyNone(explanation) };
  const candidates = explanation.candidates.length > 0 ? explanation.candidates : [none];
  return candidates
    .map(({ kind, score, reason }) => ({
      ...{ file, read_as: readAs, candidate: kind, score },
      reason: explanation.wrapper === null ? reason : `${reason}, behind ${explanation.wrapper}`,
    }))
    .map((record) => toRecordLine(COLUMNS, record, format))
    .join('');
}

/** A line for the file, and one for each candidate below it. */
function drawText(explained: Explained): string {
  const { file, explanation } = explained;
  const { candidates, kind, wrapper } = explanation;
  const further = readFurtherDown(explained);
  const lines = candidates.map(({ score, reason, ...candidate }) => {
    const kept = candidate.kind === kind && !candidate.reads ? ' (kept, not read)' : '';
    return `  ${score.toFixed(2)}  ${candidate.kind}  ${reason}${kept}\n`;
  });
  const behind = wrapper === null ? '' : `  taken off each line: ${wrapper}\n`;
  const verdict = further ? `${further}: ${FURTHER_DOWN}` : verdictOf(explanation);
  return `${file}: ${verdict}\n${behind}${lines.join('')}`;
}

const FURTHER_DOWN = 'its output was found further down in the log of a job';

/** The kind of what a search found behind the beginning of a file, null where its beginning decided. */
function readFurtherDown({ explanation, readAs }: Explained): string | null {
  const isSame = readAs === null || readAs === 'unknown' || readAs === explanation.kind;
  return isSame ? null : readAs;
}

function verdictOf(explanation: Explanation): string {
  if (explanation.kind !== null) return explanation.kind;
  if (explanation.outcome !== 'ambiguous') return `${explanation.outcome}: ${whyNone(explanation)}`;
  const best = explanation.candidates.filter(({ score }) => score === explanation.candidates[0]?.score);
  return `not read: ${best.map((candidate) => candidate.kind).join(' and ')} claim it equally`;
}

function whyNone({ outcome }: Explanation): string {
  if (outcome === 'archive') return 'its files are explained one by one if it can be opened';
  return 'no parser recognizes its content or its name';
}
