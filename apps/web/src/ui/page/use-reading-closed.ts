import { useSyncExternalStore } from 'react';

const isClosed = () => document.documentElement.dataset['reading'] === 'closed';
/** It is set when the server starts, and does not change on a page. */
const subscribe = () => () => {};

/** True where reading needs a sign-in (see the root layout): who shares a link says then whom it is for. */
export function useReadingClosed(): boolean {
  return useSyncExternalStore(subscribe, isClosed, () => false);
}
