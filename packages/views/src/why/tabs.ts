/** Tabs that explain a cell, in the order of their keys 1, 2, 3, ...: id is the hash of the address. */
export const WHY_TABS = [
  { id: 'costs', label: 'Costs' },
  { id: 'over-time', label: 'Over time' },
  { id: 'counters', label: 'Counters' },
  { id: 'flamegraph', label: 'Flamegraph' },
  { id: 'rounds', label: 'Rounds' },
  { id: 'clients', label: 'Clients' },
] as const;

export type WhyTab = (typeof WHY_TABS)[number]['id'];

/** The tab that a hash names, the first without one; null for what leads elsewhere on the page. */
export function tabOfHash(hash: string): WhyTab | null {
  if (hash === '') return WHY_TABS[0].id;
  return WHY_TABS.find(({ id }) => `#${id}` === hash)?.id ?? null;
}

/** The tab of a key: `3` is the third; null for other keys. */
export function tabOfKey(key: string): WhyTab | null {
  return /^[1-9]$/.test(key) ? (WHY_TABS[Number(key) - 1]?.id ?? null) : null;
}
