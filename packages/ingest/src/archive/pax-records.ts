/**
 * Records of an extended header (POSIX pax, "pax Extended Header"): `<length> <key>=<value>\n`, the length that of the
 * whole record.
 *
 * @returns null when they are no such records
 */
export function parsePaxRecords(bytes: Buffer): Map<string, string> | null {
  const records = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(32, at);
    const digits = bytes.toString('latin1', at, space < 0 ? at : Math.min(space, at + 8));
    if (!/^\d{1,7}$/.test(digits)) return null;
    const end = at + Number(digits);
    const equals = bytes.indexOf(61, space);
    // Of the record itself: it ends with a line feed and has a key.
    if (end > bytes.length || bytes[end - 1] !== 10 || equals < 0 || equals >= end) return null;
    records.set(bytes.toString('utf8', space + 1, equals), bytes.toString('utf8', equals + 1, end - 1));
    at = end;
  }
  return records;
}
