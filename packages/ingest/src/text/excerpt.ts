const EXCERPT_CHARACTERS = 80;
/** Control characters would break terminals, and a zero byte is refused by PostgreSQL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]+/g;

/** Text of bytes for people and databases: UTF-8, invalid bytes and control characters replaced. */
export function toDisplayText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8').replace(CONTROL, ' ');
}

/** At most 80 characters of a line. The caller passes masked bytes. */
export function toExcerpt(bytes: Uint8Array): string {
  const text = toDisplayText(bytes.subarray(0, EXCERPT_CHARACTERS * 4)).trim();
  // By code points: half a surrogate pair is not text.
  const characters = [...text];
  if (characters.length <= EXCERPT_CHARACTERS) return text;
  return `${characters.slice(0, EXCERPT_CHARACTERS - 1).join('')}…`;
}
