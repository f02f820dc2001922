/** `8-core`, `8-core and 24-core`, `8-core, 24-core and 48-core`. */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
