const [TAB, SPACE] = [9, 32];

/** Where a row ends without the tabs and spaces that copying has added. */
export function rowEnd(bytes: Buffer, start: number, end: number): number {
  let at = end;
  while (at > start && (bytes[at - 1] === TAB || bytes[at - 1] === SPACE)) at -= 1;
  return at;
}
