/**
 * Path of an archive entry, normalized to `a/b/c`. Null when it leaves the archive: absolute, with `..`, or with a
 * drive letter. Nothing is ever written by these names, but they are shown, stored and compared.
 */
export function toSafePath(name: string): string | null {
  if (/^(?:[/\\]|[a-z]:)/i.test(name) || name.includes('\0')) return null;
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || name.split(/[/\\]/).includes('..')) return null;
  return parts.join('/');
}
