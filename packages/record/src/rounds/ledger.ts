import type { Journal } from '../journal/journal';
import type { Failure, LostSlice, Slice } from '../journal/journal-line';
import type { JournalState, Round } from '../journal/parse-journal';
import { labelOf, type PlanTest, testKey, type Variant } from '../plan/plan';
import type { RecordEvent } from './record-event';

type Timeless<T> = Omit<T, 'type' | 'at'>;

/** Failures in a row after which a test of a variant is given up. */
const MOST_FAILURES = 3;

/** The progress of a recording: the same in memory, in the journal, and for observers. */
export class Ledger {
  readonly rounds: Round[];
  readonly failures: Failure[];
  /** Starts of the servers so far. */
  starts: number;
  readonly #journal: Journal;
  readonly #tell: (event: RecordEvent) => void;
  readonly #inARow = new Map<string, number>();
  #open: Pick<Round, 'slices' | 'lost'> = { slices: [], lost: [] };

  constructor(state: JournalState, journal: Journal, tell: (event: RecordEvent) => void) {
    this.rounds = [...state.rounds];
    this.failures = [...state.failures];
    this.starts = state.starts;
    this.#journal = journal;
    this.#tell = tell;
  }

  /** The servers are about to be restarted. */
  start(round: number): void {
    this.starts += 1;
    this.#journal.add({ type: 'started', start: this.starts });
    if (this.starts > 1) this.#tell({ type: 'restarted', round });
  }

  slice(slice: Timeless<Slice>): void {
    this.#journal.add({ type: 'slice', ...slice });
    this.#open.slices.push({ type: 'slice', at: now(), ...slice });
    this.#inARow.delete(`${slice.variant}\n${slice.test}`);
    this.#tell({ type: 'slice', ...slice });
  }

  /**
   * @param isDisturbed the machine's fault: it says nothing against the test
   * @returns true when the test failed so often that it should be given up
   */
  lost(lost: Timeless<LostSlice>, isDisturbed: boolean): boolean {
    this.#journal.add({ type: 'lost', ...lost });
    this.#open.lost.push({ type: 'lost', at: now(), ...lost });
    this.#tell({ type: 'lost', ...lost });
    if (isDisturbed) return false;
    const key = `${lost.variant}\n${lost.test}`;
    this.#inARow.set(key, (this.#inARow.get(key) ?? 0) + 1);
    return (this.#inARow.get(key) ?? 0) >= MOST_FAILURES;
  }

  /** @param test null: the variant as a whole */
  giveUp(round: number, variant: Variant, test: PlanTest | null, reason: string): void {
    const failure = { round, variant: labelOf(variant), test: test && testKey(test), reason };
    this.#journal.add({ type: 'failed', ...failure });
    this.failures.push({ type: 'failed', at: now(), ...failure });
    this.#tell({ type: 'failed', ...failure });
  }

  isGivenUp(variant: Variant, test: PlanTest | null): boolean {
    return this.failures.some(
      (failure) =>
        failure.variant === labelOf(variant) &&
        (failure.test === null || (test !== null && failure.test === testKey(test))),
    );
  }

  /** The round is whole, and on the disk when this returns. */
  closeRound(round: Timeless<Omit<Round, 'slices' | 'lost' | 'start'>>): void {
    this.#journal.add({ type: 'round', ...round, start: this.starts });
    this.#journal.sync();
    this.rounds.push({ ...round, start: this.starts, ...this.#open });
    this.#open = { slices: [], lost: [] };
  }
}

function now(): string {
  return new Date().toISOString();
}
