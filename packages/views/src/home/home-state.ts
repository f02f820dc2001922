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
