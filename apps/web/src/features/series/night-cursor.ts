import { useState, useSyncExternalStore } from 'react';

/** The night under the pointer or the keys. */
export interface CursorState {
  /** Index of a night; null before anything was pointed at. */
  night: number | null;
  /** Ends of the part that is dragged over, in px; null without one. */
  brush: readonly [number, number] | null;
}

/**
 * The night that is read. It lies outside of React's state: moving over 2,000 nights must draw a line and a readout, not the
 * chart.
 */
export class NightCursor {
  private state: CursorState = { night: null, brush: null };
  private readonly listeners = new Set<() => void>();

  get = (): CursorState => this.state;

  set = (change: Partial<CursorState>): void => {
    const next = { ...this.state, ...change };
    if (next.night === this.state.night && next.brush === this.state.brush) return;
    this.state = next;
    for (const listener of this.listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** The cursor of a page. */
export function useNightCursor(): NightCursor {
  const [cursor] = useState(() => new NightCursor());
  return cursor;
}

/** Redraws when the cursor moves. */
export function useCursorState(cursor: NightCursor): CursorState {
  return useSyncExternalStore(cursor.subscribe, cursor.get, cursor.get);
}
