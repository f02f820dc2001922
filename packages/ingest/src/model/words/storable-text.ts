/** NUL, and halves of surrogate pairs: JSON can write them (`\u0000`, `\ud800`), PostgreSQL stores neither. */
const NOT_STORABLE = /[\0\p{Cs}]/u;

/** True for a text that can be stored. */
export function isStorableText(text: string): boolean {
  return !NOT_STORABLE.test(text);
}
