import { isUtf8 } from 'node:buffer';

/** Longest path that systems take. */
const MAX_PATH = 4096;
/** They would break terminals and tables, or show a name in another order than it has (`gol.txt` for `txt.log`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Path of an archive entry, normalized to `a/b/c`, control characters replaced. Null when it leaves the archive
 * (absolute, with `..`, or with a drive letter) or is longer than any system takes. Nothing is ever written by these
 * names, but they are shown, stored and compared.
 */
export function toSafePath(name: string): string | null {
  if (name.length > MAX_PATH) return null;
  if (/^(?:[/\\]|[a-z]:)/i.test(name) || name.includes('\0')) return null;
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || name.split(/[/\\]/).includes('..')) return null;
  return showName(parts.join('/'));
}

/** A name without control characters. */
export function showName(name: string): string {
  return name.replace(CONTROL, '\ufffd');
}

/** A name as text: UTF-8, or Latin-1 where it is no UTF-8, so that different names stay different. */
export function nameOfBytes(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
}
