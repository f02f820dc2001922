import { labelOf, type Plan } from '../plan/plan';
import type { ComparedTest } from '../rounds/estimate-tests';
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

/** Follows the events of a recording. */
export class ProgressFollower {
  readonly #plan: Plan;
  #view: ProgressView;
  #roundSeconds: number[] = [];
  #slicesOfRound = 0;
  #roundBegan = 0;
  readonly #clock: () => number;

  /**
   * @param aboutRounds that a forecast said
   * @param clock milliseconds
   */
  constructor(plan: Plan, aboutRounds: number | null, clock: () => number = () => performance.now()) {
    this.#plan = plan;
    this.#clock = clock;
    this.#view = {
      round: 0,
      aboutRounds: clamp(aboutRounds ?? plan.rounds.least, plan),
      secondsLeft: null,
      share: 0,
      now: '',
      variants: plan.variants.map(labelOf),
      resolution: plan.rounds.resolution,
      compared: [],
      notes: [],
    };
  }

  take(event: RecordEvent): void {
    switch (event.type) {
      case 'step':
        this.#set({ now: event.text });
        break;
      case 'restarted':
        this.#note(`round ${event.round}    servers restarted`);
        break;
      case 'round-begins':
        this.#slicesOfRound = 0;
        this.#roundBegan = this.#clock();
        this.#set({ round: event.round });
        break;
      case 'slice-begins':
        this.#slicesOfRound += 1;
        this.#set({ now: `${event.test}, ${event.variant}` });
        break;
      case 'slice':
      case 'begins':
        break;
      case 'lost':
        this.#note(`round ${event.round}    left out ${event.test}, ${event.variant}: ${event.reason}`);
        break;
      case 'failed':
        this.#note(`given up    ${event.variant}${event.test ? `, ${event.test}` : ''}: ${event.reason}`);
        break;
      case 'rounds':
        if (event.lastSeconds !== null) this.#roundSeconds.push(event.lastSeconds);
        this.#set({ compared: event.compared, aboutRounds: aboutRounds(this.#plan, event, this.#view) });
        break;
    }
  }

  view(): ProgressView {
    const { round, aboutRounds } = this.#view;
    const slices = this.#plan.tests.length * this.#plan.variants.length;
    const inRound = Math.max(0, this.#slicesOfRound - 1) / slices;
    const done = Math.max(0, round - 1) + inRound;
    return {
      ...this.#view,
      share: Math.min(1, done / aboutRounds),
      secondsLeft: this.#secondsLeft(done),
    };
  }

  #secondsLeft(done: number): number | null {
    const { aboutRounds } = this.#view;
    const known = this.#roundSeconds.slice(-12);
    const inRound = done - Math.floor(done);
    const ofThis = inRound > 0.1 ? (this.#clock() - this.#roundBegan) / 1000 / inRound : null;
    const each = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : ofThis;
    return each === null ? null : Math.max(0, aboutRounds - done) * each;
  }

  #note(note: string): void {
    this.#set({ notes: [...this.#view.notes, note].slice(-MOST_NOTES) });
  }

  #set(part: Partial<ProgressView>): void {
    this.#view = { ...this.#view, ...part };
  }
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
