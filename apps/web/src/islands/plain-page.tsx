import { ISLAND } from './markup';

/** Says that nothing of the page runs in the browser but what all pages have: keys, the search, files dropped on it. */
export function PlainPage() {
  return <div className="contents" {...{ [ISLAND]: 'frame' }} />;
}
