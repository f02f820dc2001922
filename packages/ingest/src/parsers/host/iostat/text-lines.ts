const SPACE = 32;

export function startsWith(bytes: Buffer, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Start of the last word of a line; trailing spaces belong to it. */
export function lastCell(bytes: Buffer, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] !== SPACE) at -= 1;
  return at;
}

/** True for the header of a table whose last column is the device: `     r/s     rkB/s ... Device`. */
export function isNameLast(bytes: Buffer, end: number): boolean {
  return startsWith(bytes, end - 7, ' Device') || startsWith(bytes, end - 8, ' Device:');
}
