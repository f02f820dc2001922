/** Spaces and control characters: browsers drop some of them, so that `/\t/host` is another host. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const UNSAFE = /[\s\u0000-\u001f\u007f-\u009f\\]/;
const PROTOCOLS = ['http:', 'https:', 'mailto:'];

/**
 * The address of a link in a note, if it is allowed: another page over http(s), a mail address, or a path
 * of this server. Never a script, data, or another host that looks like a path.
 *
 * @returns null for every other address
 */
export function safeHref(address: string): string | null {
  const href = address.trim();
  if (href === '' || UNSAFE.test(href)) return null;
  if (href.startsWith('/')) return href.startsWith('//') ? null : href;
  if (href.startsWith('#')) return href;
  return URL.canParse(href) && PROTOCOLS.includes(new URL(href).protocol) ? href : null;
}
