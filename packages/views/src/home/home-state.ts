import { groupDigits } from '../text/words';
import { pageNumber } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** The state of the home page and its form in the URL: which part of its two long lists is shown. */
export const homeUrl = urlCodec({
  /** Page of the products. */
  products: pageNumber(),
  /** Page of the heatmaps. */
  page: pageNumber(),
});

export type HomeState = StateOf<typeof homeUrl>;

/** @param section id of the section that is paged, so that it stays in sight */
export function homeHref(state: HomeState, section: string): string {
  return `/${homeUrl.query(state)}#${section}`;
}

/** Links to the pages of a list. */
export interface Paging {
  /** `1–6 of 9 products`. */
  text: string;
  previous: string | null;
  next: string | null;
}

interface Question {
  /** From 1; a page beyond the last one is the last one. */
  page: number;
  size: number;
  /** What is listed, in the singular. */
  noun: string;
  hrefOf: (page: number) => string;
}

/**
 * A page of a list.
 *
 * @returns its items, and links to the others; null when all are on it
 */
export function pageOf<Item>(
  all: readonly Item[],
  { page, size, noun, hrefOf }: Question,
): { items: Item[]; paging: Paging | null } {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const number = Math.min(page, pages);
  const from = (number - 1) * size;
  const items = all.slice(from, from + size);
  if (pages === 1) return { items, paging: null };
  return {
    items,
    paging: {
      text: `${groupDigits(from + 1)}–${groupDigits(from + items.length)} of ${groupDigits(all.length)} ${noun}s`,
      previous: number > 1 ? hrefOf(number - 1) : null,
      next: number < pages ? hrefOf(number + 1) : null,
    },
  };
}
