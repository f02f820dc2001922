/** Name of a server that nothing names: `8-core c8r32`, by its cores and the server class in the name of the config. */
export function guessedName(cores: number | null, serverClass: string | null): string {
  const parts = [cores === null ? null : `${cores}-core`, serverClass];
  return parts.filter((part) => part !== null).join(' ') || UNNAMED;
}

const UNNAMED = 'unnamed server';

/** True for a name that `guessedName` makes: all machines of one size share it. */
export function isGuessedName(name: string): boolean {
  return name === UNNAMED || /^\d+-core(?: c\d+r\d+)?$/.test(name);
}
