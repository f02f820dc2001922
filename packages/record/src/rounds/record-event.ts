import type { Plan } from '../plan/plan';
import type { ComparedTest } from './estimate-tests';

interface SliceName {
  round: number;
  test: string;
  variant: string;
}

/** What a recording tells whoever watches it. */
export type RecordEvent =
  /** Something that takes a while before or between rounds: `loading 18.4`. */
  | { type: 'step'; text: string }
  /** From here on rounds are measured; as many as a forecast said, null when there was none. */
  | { type: 'begins'; plan: Plan; id: string; aboutRounds: number | null }
  /** All servers were restarted. */
  | { type: 'restarted'; round: number }
  | { type: 'round-begins'; round: number }
  | ({ type: 'slice-begins' } & SliceName)
  | ({ type: 'slice'; throughput: number } & SliceName)
  | ({ type: 'lost'; reason: string } & SliceName)
  | { type: 'failed'; round: number; variant: string; test: string | null; reason: string }
  /** Before the first round, and after each. */
  | { type: 'rounds'; rounds: number; compared: readonly ComparedTest[]; lastSeconds: number | null };
