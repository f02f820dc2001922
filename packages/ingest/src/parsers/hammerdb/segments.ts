const CARRIAGE_RETURN = 13;
/** Longer parts say nothing that is read. */
const MAX_TEXT = 1024;
const PROMPT = 'hammerdb>';

/**
 * The parts of a line between bare carriage returns, without HammerDB's prompt. HammerDB writes them where a terminal
 * would start the line again:
 *
 *     \rVuser 1:1 Active Virtual Users configured
 *     hammerdb>Vuser 2:FINISHED SUCCESS
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
    const text = bytes.toString('latin1', at, Math.min(stop, at + MAX_TEXT));
    const bare = text.startsWith(PROMPT) ? text.slice(PROMPT.length) : text;
    if (bare !== '') visit(bare);
    at = stop + 1;
  }
}
