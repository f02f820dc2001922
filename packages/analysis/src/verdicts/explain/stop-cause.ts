import type { Diagnostic, NormalizedRun } from '@basecase/ingest/model';
import type { MatrixRow } from '../../matrix/matrix';

/** How a test failed, as far as its log tells. */
export type StopCause = 'failed' | 'crashed' | 'timed out';

/** Why a test has no number, and the line that tells it. */
export interface StopDetail {
  cause: StopCause | 'did no operation';
  /** Path within the upload; null: the upload as a whole. */
  file: string | null;
  /** 1-based. */
  line: number | null;
  text: string;
}

type LogNote = Pick<Diagnostic, 'file' | 'line' | 'message'> & { code: string };

/** Codes of diagnostics on tests that failed. A log that ends early is of a tool that was killed, or died. */
export const STOP_CODES: readonly string[] = ['TOOL_FAILED', 'TRUNCATED_LOG', 'CLIENTS_FAILED'];

const TIMED_OUT = /\btime(?:d)?[ -]?out\b|time limit\b.*\bexpired|deadline exceeded|statement timeout/i;
const CRASHED =
  /\bcrash|segmentation fault|\bsegfault|\bsignal \d|\bSIG(?:SEGV|KILL|ABRT|BUS)\b|\bkilled\b|core dumped|\bpanic\b|\babort|assertion\b.*\bfailed|lost connection|server closed the connection|server has gone away|connection (?:reset|refused|terminated)|out of memory/i;

/**
 * Why a test failed, by the diagnostics of its run: the first one in its log, or one that begins with its name. Where only one
 * such line was found, and only one test failed, it is of that test.
 *
 * @param failed tests that failed in the run
 * @returns null where no log tells
 */
export function stopDetail(
  test: Pick<MatrixRow, 'key' | 'name' | 'range'>,
  notes: readonly LogNote[],
  failed: number,
): StopDetail | null {
  const known = notes.filter(({ code }) => STOP_CODES.includes(code));
  const [only] = known;
  const note =
    known.find((one) => isOfTest(one, test)) ?? (known.length === 1 && failed === 1 ? only : undefined);
  if (!note) return null;
  const { file, line, message } = note;
  const own = [`${test.key}: `, `${test.name}: `].find((prefix) => message.startsWith(prefix)) ?? '';
  return { cause: causeOf(note), file, line, text: message.slice(own.length) };
}

function isOfTest(
  { file, message }: LogNote,
  { key, name, range }: Pick<MatrixRow, 'key' | 'name' | 'range'>,
): boolean {
  if ([key, name].some((own) => message.startsWith(`${own}:`) || message.startsWith(`${own} `))) return true;
  // `sb.o.insert.range100.pk1.dop1`
  const parts = file?.split('/').at(-1)?.split('.') ?? [];
  return parts.includes(name) && (range === null || parts.includes(`range${range}`));
}

function causeOf({ code, message }: LogNote): StopCause {
  if (TIMED_OUT.test(message)) return 'timed out';
  return code === 'TRUNCATED_LOG' || CRASHED.test(message) ? 'crashed' : 'failed';
}

/** The line with the zero of a test; null: no result of it has one. */
export function zeroDetail(
  { name, range }: Pick<MatrixRow, 'name' | 'range'>,
  runs: readonly Pick<NormalizedRun, 'results'>[],
): StopDetail | null {
  const own = runs.flatMap(({ results }) =>
    results.filter((one) => one.test === name && one.range === range),
  );
  const zero = own
    .flatMap(({ measurements }) => measurements)
    .find(({ metric, value }) => metric === 'throughput' && value === 0);
  return zero ? { cause: 'did no operation', file: zero.file, line: zero.line, text: '' } : null;
}

/** `crashed (sb.o.insert:12: FATAL: …)` */
export function stopDetailText({ cause, file, line, text }: StopDetail): string {
  const place = [file, line].filter((part) => part !== null && part !== '').join(':');
  const why = [place, text].filter(Boolean).join(': ').replace(/\.$/, '');
  return why === '' ? cause : `${cause} (${why})`;
}
