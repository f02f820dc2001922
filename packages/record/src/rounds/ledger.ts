import type {
  Failure,
  Journal,
  JournalState,
  LostSlice,
  NewLine,
  Round,
  Slice,
} from '../journal/parse-journal';
import { labelOf, type PlanTest, testKey, type Variant } from '../plan/plan';
import type { RecordEvent } from './record-event';

type Timeless<T> = Omit<T, 'type' | 'at'>;

/** Failures in a row after which a test of a variant is given up. */
const MOST_FAILURES = 3;

export type Ledger = ReturnType<typeof openLedger>;

/** The progress of a recording: the same in memory, in the journal, and for observers. */
export function openLedger(state: JournalState, journal: Journal, tell: (event: RecordEvent) => void) {
  const rounds = [...state.rounds];
  const failures = [...state.failures];
  let { starts } = state;
  const inARow = new Map<string, number>();
  let open: Pick<Round, 'slices' | 'lost'> = { slices: [], lost: [] };

  const note = <Line extends NewLine & RecordEvent>(line: Line) => {
    journal.add(line);
    tell(line);
    return { at: new Date().toISOString(), ...line };
  };

  return {
    rounds: rounds as readonly Round[],
    failures: failures as readonly Failure[],
    /** Starts of the servers so far. */
    starts: () => starts,

    /** The servers are about to be restarted. */
    start(round: number): void {
      starts += 1;
      journal.add({ type: 'started', start: starts });
      if (starts > 1) tell({ type: 'restarted', round });
    },

    slice(slice: Timeless<Slice>): void {
      open.slices.push(note({ type: 'slice', ...slice }));
      inARow.delete(`${slice.variant}\n${slice.test}`);
    },

    /**
     * @param isDisturbed the machine's fault: it says nothing against the test
     * @returns true when the test failed so often that it should be given up
     */
    lost(lost: Timeless<LostSlice>, isDisturbed: boolean): boolean {
      open.lost.push(note({ type: 'lost', ...lost }));
      if (isDisturbed) return false;
      const key = `${lost.variant}\n${lost.test}`;
      const count = (inARow.get(key) ?? 0) + 1;
      inARow.set(key, count);
      return count >= MOST_FAILURES;
    },

    /** @param test null: the variant as a whole */
    giveUp(round: number, variant: Variant, test: PlanTest | null, reason: string): void {
      const name = { round, variant: labelOf(variant), test: test && testKey(test) };
      failures.push(note({ type: 'failed', ...name, reason }));
    },

    isGivenUp(variant: Variant, test: PlanTest | null): boolean {
      return failures.some(
        (failure) =>
          failure.variant === labelOf(variant) &&
          (failure.test === null || (test !== null && failure.test === testKey(test))),
      );
    },

    /** The round is whole, and on the disk when this returns. */
    closeRound(round: Timeless<Omit<Round, 'slices' | 'lost' | 'start'>>): void {
      journal.add({ type: 'round', ...round, start: starts });
      journal.sync();
      rounds.push({ ...round, start: starts, ...open });
      open = { slices: [], lost: [] };
    },
  };
}
