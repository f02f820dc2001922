/** A query of pairs, empty values left out: `?server=pn53&metric=cpu/o`, or an empty string. */
export function toQuery(pairs: readonly (readonly [key: string, value: string])[]): string {
  const parts = pairs.flatMap(([key, value]) => (value === '' ? [] : [`${key}=${encode(value)}`]));
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Percent-encodes what must be; a link that people read and edit keeps `/ , = @ :` as they are. */
function encode(value: string): string {
  return encodeURIComponent(value)
    .replace(/%(2F|2C|3D|40|3A)/g, decodeURIComponent)
    .replace(/%20/g, '+');
}
