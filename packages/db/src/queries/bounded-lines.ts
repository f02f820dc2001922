const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A line of a file, of which no more than a maximum was kept. */
export interface BoundedLine {
  bytes: Buffer;
  cut: boolean;
}

/**
 * Splits bytes into lines without holding more of a line than asked for: a stored file may be one line of a
 * gigabyte. Line feeds end lines; a carriage return before one is not part of the line.
 *
 * @param maxBytes kept of each line; what is over is counted as cut
 */
export async function* boundedLines(
  content: AsyncIterable<Buffer | Uint8Array>,
  maxBytes: number,
): AsyncGenerator<BoundedLine> {
  let parts: Buffer[] = [];
  let kept = 0;
  let length = 0;
  for await (const each of content) {
    const chunk = Buffer.isBuffer(each) ? each : Buffer.from(each);
    let start = 0;
    while (start < chunk.length) {
      const found = chunk.indexOf(LINE_FEED, start);
      const end = found === -1 ? chunk.length : found;
      // One byte over the maximum is kept: it may be a carriage return that does not count.
      const part = chunk.subarray(start, Math.min(end, start + maxBytes + 1 - kept));
      parts.push(part);
      kept += part.length;
      length += end - start;
      start = end + 1;
      if (found === -1) continue;
      yield toLine(parts, length, maxBytes);
      parts = [];
      kept = 0;
      length = 0;
    }
  }
  if (length > 0) yield toLine(parts, length, maxBytes);
}

function toLine(parts: readonly Buffer[], length: number, maxBytes: number): BoundedLine {
  const bytes = Buffer.concat(parts);
  const whole = bytes.length === length;
  const text = whole && bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
  return { bytes: text.subarray(0, maxBytes), cut: !whole || text.length > maxBytes };
}
