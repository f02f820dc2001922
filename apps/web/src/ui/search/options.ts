import type { SearchModel, SearchResult } from '@basecase/views/search';
import { lastHeatmap } from '../page/last-heatmap';
import { openedLately } from './opened-lately';
import { PAGES_BY_KEY } from './pages';

export interface Option {
  href: string;
  /** What was found; null for a page. */
  result: SearchResult | null;
  /** Shown without results. */
  kind: string;
  title: string;
  detail: string;
  keys: readonly string[];
}

export interface OptionGroup {
  label: string;
  note: string;
  options: Option[];
}

/** What was found, as options. */
export function foundOptions({ groups }: SearchModel): OptionGroup[] {
  return groups.map(({ label, count, results }) => ({
    label,
    note: count,
    options: results.map((result) => ({
      href: result.href,
      result,
      kind: result.kind,
      title: '',
      detail: '',
      keys: [],
    })),
  }));
}

/** Before anything is typed: what was opened lately, and the pages. */
export function startOptions(): OptionGroup[] {
  const opened = openedLately().map((each): Option => ({ ...each, result: null, keys: [] }));
  const pages = PAGES_BY_KEY.map(({ key, label, path }): Option => {
    const href = key === 'c' ? (lastHeatmap() ?? path) : path;
    return { href, result: null, kind: 'page', title: label, detail: '', keys: ['g', key] };
  });
  return [
    ...(opened.length > 0 ? [{ label: 'Opened lately', note: 'this browser', options: opened }] : []),
    { label: 'Go to', note: '', options: pages },
  ];
}
