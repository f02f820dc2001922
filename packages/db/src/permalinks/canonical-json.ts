/**
 * JSON that is the same for the same content: keys in order, nothing that PostgreSQL could not store. A log line may
 * hold a NUL byte or half a surrogate pair, which jsonb has no place for; both become the replacement character.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value));
}

function canonical(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]): [string, unknown] => [storable(key), canonical(each)]),
  );
}

/** Characters that jsonb can't store: NUL, and halves of pairs. */
const NOT_STORABLE = /[\0\p{Cs}]/u;

/** Half a pair is what a UTF-8 round trip replaces. */
function storable(text: string): string {
  if (!NOT_STORABLE.test(text)) return text;
  return Buffer.from(text.replaceAll('\0', '\ufffd')).toString();
}
