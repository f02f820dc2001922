'use client';

import { type ListState, listHref } from '@basecase/views/regressions';
import { useLastVisit } from '../../../ui/visit/use-last-visit';

interface Props {
  state: ListState;
  /** When open events were first seen; null: not known here. */
  firstSeen: readonly string[] | null;
}

/** The tab of what is new since this browser was here last. */
export function VisitTab({ state, firstSeen }: Props) {
  const { since } = useLastVisit();
  const isCurrent = state.seen !== '';
  if (!since && !isCurrent) return null;
  const seen = isCurrent ? state.seen : (since ?? '');
  return (
    <a
      href={listHref({ ...state, state: 'open', seen, page: 1 })}
      aria-current={isCurrent ? 'true' : undefined}
    >
      New since last visit{' '}
      {firstSeen ? <span className="dim">{firstSeen.filter((time) => time > seen).length}</span> : null}
    </a>
  );
}
