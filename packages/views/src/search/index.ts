export { readSearch, type SearchSource } from './read-search';
export {
  KIND_LABELS,
  type NothingFound,
  type SearchModel,
  type SearchResult,
  type TextPart,
} from './search-model';
export { SEARCH_KINDS, type SearchKind, searchHref, searchUrl } from './search-state';
