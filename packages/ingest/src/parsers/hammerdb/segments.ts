const CARRIAGE_RETURN = 13;
/** Longer parts say nothing that is read. */
const MAX_TEXT = 1024;
/** Lists of jobs, and times of one, are one line each in the text form. */
const MAX_JOBS = 65_536;
const JOBS = ['activevu', 'elapsed_ms'];
const PROMPT = 'hammerdb>';
/** Carriage returns as logs of automation write them, as two characters each. One alone may be part of a path. */
const ESCAPED = /(?:\\r)+\\n|(?:\\r){2,}/;
/** Where one message follows another without anything between them: of two processes that print at once. */
const RESULT = /(?=Vuser \d{1,7}:TEST RESULT :)/;

/**
 * The parts of a line between bare carriage returns, without HammerDB's prompt. HammerDB writes them where a terminal
 * would start the line again:
 *
 *     \rVuser 1:1 Active Virtual Users configured
 *     hammerdb>Vuser 2:FINISHED SUCCESS
 *
 * A result after another message is a separate part: `Vuser 2:FINISHED SUCCESS\r\rVuser 1:TEST RESULT ...`,
 * whether the carriage returns are bytes, escaped, or not there.
 */
export function eachSegment(
  bytes: Buffer,
  { start, end }: { start: number; end: number },
  visit: (text: string) => void,
): void {
  let at = start;
  while (at < end) {
    const found = bytes.indexOf(CARRIAGE_RETURN, at);
    const stop = found < 0 || found >= end ? end : found;
    for (const text of partsOf(bytes, at, stop)) {
      const bare = text.startsWith(PROMPT) ? text.slice(PROMPT.length) : text;
      if (bare !== '') visit(bare.slice(0, MAX_JOBS));
    }
    at = stop + 1;
  }
}

function partsOf(bytes: Buffer, start: number, end: number): string[] {
  const result = bytes.subarray(start, end).indexOf('TEST RESULT');
  const most = JOBS.some((word) => bytes.subarray(start, end).includes(word)) ? MAX_JOBS : MAX_TEXT;
  const text = bytes.toString('latin1', start, result < 0 ? Math.min(end, start + most) : end);
  if (result < 0) return [text];
  return text.split(ESCAPED).flatMap((part) => part.split(RESULT).map((own) => own.slice(0, MAX_TEXT)));
}
