/** The page of a server, or a section of it. */
export function serverHref(slug: string, section?: 'facts' | 'names' | 'measured' | 'history'): string {
  return `/servers/${encodeURIComponent(slug)}${section ? `#${section}` : ''}`;
}
