import { EVENT_DECISIONS } from '@basecase/views/regressions';
import type { EventResult } from '../../server/actions/events';

/** Before anything was changed. */
export const NO_RESULT: EventResult = { changed: [], changes: [], conflicts: [], done: null, error: null };

interface Props {
  /** The state that the event has; left out: of several events. */
  current?: string;
  /** Whether the keys are written on the buttons. */
  showsKeys?: boolean;
}

/** Buttons that set the state of events, which keys press. */
export function DecisionButtons({ current, showsKeys = false }: Props) {
  const back =
    current === undefined
      ? []
      : [{ state: 'new', key: undefined, label: current === 'new' ? 'New' : 'Back to new' }];
  return [...EVENT_DECISIONS, ...back].map(({ state, key, label }) => (
    <button
      key={state}
      type="submit"
      className="button"
      name="state"
      value={state}
      aria-pressed={current === undefined ? undefined : state === current}
      data-key={key}
      aria-keyshortcuts={key}
    >
      {label}
      {showsKeys ? (
        <>
          {' '}
          <kbd className="only-wide">{key}</kbd>
        </>
      ) : null}
    </button>
  ));
}
