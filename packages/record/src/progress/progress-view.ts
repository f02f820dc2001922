import { labelOf, type Plan, testKey } from '../plan/plan';
import { type ComparedTest, isOpen } from '../rounds/estimate-tests';
import type { RecordEvent } from '../rounds/record-event';

/** What a recording looks like from outside, at one moment. */
export interface ProgressView {
  /** The one that is being measured; 0 before the first. */
  round: number;
  /** As many rounds as it will take, by what is known now. */
  aboutRounds: number;
  /** Null before a round was timed. */
  secondsLeft: number | null;
  /** 0 to 1. */
  share: number;
  /** `read-only range=100, 18.4`, or what it does else. */
  now: string;
  /** Labels of the variants, the first one is what the others are compared with. */
  variants: string[];
  resolution: number;
  compared: readonly ComparedTest[];
  /** What happened that people should know of, newest last. */
  notes: string[];
}

const MOST_NOTES = 4;

/** What people should know of an event, with when or what in front of it; null: nothing. */
export function noteOf(event: RecordEvent): [head: string, text: string] | null {
  switch (event.type) {
    case 'restarted':
      return [`round ${event.round}`, 'servers restarted'];
    case 'lost':
      return [`round ${event.round}`, `left out ${event.test}, ${event.variant}: ${event.reason}`];
    case 'failed':
      return ['given up', `${event.variant}${event.test ? `, ${event.test}` : ''}: ${event.reason}`];
    default:
      return null;
  }
}

export type ProgressFollower = ReturnType<typeof followProgress>;

/**
 * Follows the events of a recording.
 *
 * @param expected rounds that a forecast said
 * @param clock milliseconds
 */
export function followProgress(
  plan: Plan,
  expected: number | null,
  clock: () => number = () => performance.now(),
) {
  let view: Omit<ProgressView, 'secondsLeft' | 'share'> = {
    round: 0,
    aboutRounds: clamp(expected ?? plan.rounds.least, plan),
    now: '',
    variants: plan.variants.map(labelOf),
    resolution: plan.rounds.resolution,
    compared: [],
    notes: [],
  };
  const set = (part: Partial<ProgressView>) => {
    view = { ...view, ...part };
  };
  const roundSeconds: number[] = [];
  let slicesOfRound = 0;
  let openSlices = plan.tests.length * plan.variants.length;
  let roundBegan = 0;

  const secondsLeft = (done: number) => {
    const known = roundSeconds.slice(-12);
    const inRound = done - Math.floor(done);
    const ofThis = inRound > 0.1 ? (clock() - roundBegan) / 1000 / inRound : null;
    const each = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : ofThis;
    return each === null ? null : Math.max(0, view.aboutRounds - done) * each;
  };

  return {
    take(event: RecordEvent): void {
      const note = noteOf(event)?.join('    ');
      if (note !== undefined) set({ notes: [...view.notes, note].slice(-MOST_NOTES) });
      switch (event.type) {
        case 'step':
          set({ now: event.text });
          break;
        case 'round-begins':
          slicesOfRound = 0;
          roundBegan = clock();
          set({ round: event.round });
          break;
        case 'slice-begins':
          slicesOfRound += 1;
          set({ now: `${event.test}, ${event.variant}` });
          break;
        case 'rounds':
          if (event.lastSeconds !== null) roundSeconds.push(event.lastSeconds);
          openSlices = countOpen(plan, event);
          set({ compared: event.compared, aboutRounds: aboutRounds(plan, event, view) });
          break;
      }
    },

    view(): ProgressView {
      const done = Math.max(0, view.round - 1) + Math.max(0, slicesOfRound - 1) / Math.max(1, openSlices);
      return { ...view, share: Math.min(1, done / view.aboutRounds), secondsLeft: secondsLeft(done) };
    },
  };
}

/** Slices of the next round. */
function countOpen(plan: Plan, known: { rounds: number; compared: readonly ComparedTest[] }): number {
  const places = plan.tests.flatMap((test) =>
    plan.variants.map((variant) => ({ test: testKey(test), variant: labelOf(variant) })),
  );
  return places.filter((place) => isOpen(plan, known, place)).length;
}

/** The half width shrinks with the root of the rounds. */
function aboutRounds(
  plan: Plan,
  { rounds, compared }: { rounds: number; compared: readonly ComparedTest[] },
  before: Pick<ProgressView, 'aboutRounds'>,
): number {
  const { resolution } = plan.rounds;
  const needed = compared
    .filter(({ failed, isKnown }) => failed === null && !isKnown)
    .map(({ half, rounds: own }) =>
      half === null ? before.aboutRounds : Math.ceil(own * (half / resolution) ** 2),
    );
  // A test that is not known after all wants one round more.
  const most = needed.length > 0 ? Math.max(rounds + 1, ...needed) : rounds;
  return clamp(most, plan);
}

function clamp(rounds: number, { rounds: { least, most } }: Plan): number {
  return Math.min(most, Math.max(least, rounds));
}
