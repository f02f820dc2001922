import { type ReactNode, Suspense, useSyncExternalStore } from 'react';

interface Props {
  /** Stands in its place until then, and without scripts. */
  wait: ReactNode;
  /** A component that is loaded lazily. */
  children: ReactNode;
}

const NEVER = () => () => {};

/** What is drawn in the browser only, after the page was taken over. */
export function InBrowser({ wait, children }: Props) {
  const isTakenOver = useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );
  return isTakenOver ? <Suspense fallback={wait}>{children}</Suspense> : wait;
}
