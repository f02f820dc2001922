import { RUN_FACT_LABELS, RUN_FACTS, type RunFact, type RunFacts } from '@basecase/ingest/model';

/** A night as its run describes it. */
export interface DatedNight {
  /** ISO 8601, when it was measured; null if unknown. */
  at: string | null;
  facts: RunFacts;
  /** Left out, or null: not known. */
  config?: string | null | undefined;
  /** Settings that its config changed against the config before it on its line; left out where they are not known. */
  seam?: string | undefined;
}

/** A recorded event of the environment. */
export interface SaidEvent {
  /** ISO 8601 */
  at: string;
  label: string;
}

/** An environment change before a night. */
export interface FoundBreak<Event extends SaidEvent = SaidEvent> {
  /** Index of the first night after it. */
  night: number;
  label: string;
  /** The recorded event; null for a fact that changed between two runs. */
  said: Event | null;
}

/**
 * Places of environment changes (docs/method.md §10.6): a fact of a run differs from the previous run that has the
 * fact, the line continues in another config, or an event was recorded. A night belongs to the time at which it was measured: a commit that was measured
 * late is after the events meanwhile, and then the change is on both of its sides.
 *
 * @param nights in build order
 */
export function findBreaks<Event extends SaidEvent>(
  nights: readonly DatedNight[],
  said: readonly Event[],
): FoundBreak<Event>[] {
  return [...factBreaks(nights), ...said.flatMap((event) => saidBreaks(nights, event))].sort(
    (a, b) => a.night - b.night,
  );
}

function factBreaks(nights: readonly DatedNight[]): FoundBreak<never>[] {
  const last: RunFacts = {};
  let lastConfig: string | null = null;
  return nights.flatMap(({ facts, config = null, seam }, night): FoundBreak<never>[] => {
    const before = lastConfig;
    lastConfig = config ?? before;
    const ofConfig =
      before === null || config === null || before === config
        ? []
        : [`config ${before} → ${config}${seam ? ` (${seam})` : ''}`];
    const changed = RUN_FACTS.flatMap((fact) => {
      const [before, now] = [last[fact], facts[fact]];
      if (now === undefined) return [];
      last[fact] = now;
      return before === undefined || before === now ? [] : [changeText(fact, before, now)];
    });
    const labels = [...changed, ...ofConfig];
    return labels.length === 0 ? [] : [{ night, label: labels.join(', '), said: null }];
  });
}

function changeText(fact: RunFact, before: string, now: string): string {
  return `${RUN_FACT_LABELS[fact]} ${before} → ${now}`;
}

function saidBreaks<Event extends SaidEvent>(
  nights: readonly DatedNight[],
  event: Event,
): FoundBreak<Event>[] {
  const time = Date.parse(event.at);
  const isAfter = nights.map(({ at }) => (at === null ? null : Date.parse(at) >= time));
  let before: boolean | null = null;
  return isAfter.flatMap((after, night): FoundBreak<Event>[] => {
    if (after === null) return [];
    const isBreak = before !== null && before !== after;
    before = after;
    return isBreak ? [{ night, label: event.label, said: event }] : [];
  });
}
