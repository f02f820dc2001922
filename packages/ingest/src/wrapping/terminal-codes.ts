export const ESCAPE = 27;

/**
 * Commands for terminals: colours and places (`ESC [ … letter`), titles (`ESC ] … BEL`), and what a CI adds in their form
 * (Buildkite: `ESC _ bk;t=1714567890123 BEL`). Source: ECMA-48, sections 5.4 and 5.6.
 */
export const CODES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
  /\u001b(?:\[[0-?]{0,40}[ -/]{0,3}[@-~]|[\]_P^X][^\u0007\u001b]{0,400}(?:\u0007|\u001b\\)|[@-Z\\^_`-~])/g;

/** A text, one character per byte, as it was before a terminal got it. */
export function withoutCodes(text: string): string {
  return text.includes('\u001b') ? text.replace(CODES, '') : text;
}

/** A line without the spaces and carriage returns at its end: codes may have stood behind them. */
export function trimLineEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r' || line[end - 1] === ' ') end -= 1;
  return line.slice(0, end);
}
