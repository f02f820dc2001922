/** A text as one word of a shell, quoted where it has to be: a path with spaces in a printed command. */
export function forShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
