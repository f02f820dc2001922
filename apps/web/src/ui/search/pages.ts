/** Pages that g and a letter open. */
export const PAGES_BY_KEY = [
  { key: 'c', label: 'Compare', path: '/compare' },
  { key: 's', label: 'Servers', path: '/servers' },
  { key: 't', label: 'Trends', path: '/trends' },
  { key: 'r', label: 'Regressions', path: '/regressions' },
  { key: 'u', label: 'Uploads', path: '/uploads' },
] as const;

export const PAGE_OF_KEY: Readonly<Record<string, string>> = Object.fromEntries(
  PAGES_BY_KEY.map(({ key, path }) => [key, path]),
);
