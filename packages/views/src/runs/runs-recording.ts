import type { RunPage, RunResult } from '@basecase/db/types';
import { RUN_CONDITIONS, RUN_FACT_LABELS, RUN_FACTS } from '@basecase/ingest/model';
import { countText } from '../text/words';
import type { Fact } from './runs-run';

/** Tests whose lost rounds are named. */
const NAMED = 5;

/** How a run was recorded in rounds, and which rounds are not there; null where it was not. */
export function recordingFacts({ rounds, results }: Pick<RunPage, 'rounds' | 'results'>): Fact[] | null {
  if (!rounds) return null;
  const known = (label: string, text: string): Fact => ({ label, text, isMissing: false });
  const last = lastRound(results);
  return [
    known('Recording', rounds.id),
    known('Rounds', countText(last, 'round')),
    known(
      'Each measurement',
      `${secondsText(rounds.seconds)}${rounds.warmup > 0 ? `, after ${secondsText(rounds.warmup)} thrown away` : ''}`,
    ),
    known('Restarted', `all servers, every ${countText(rounds.restartEvery, 'round')}`),
    known('Lost', lostText(results, last)),
  ];
}

/** Machine and compiler at the time of the run, as its upload says; empty where it says nothing. */
export function machineFacts({ facts }: Pick<RunPage, 'facts'>): Fact[] {
  return [...RUN_FACTS, ...RUN_CONDITIONS].flatMap((name) => {
    const text = facts[name];
    return text ? [{ label: capital(RUN_FACT_LABELS[name]), text, isMissing: false }] : [];
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function secondsText(seconds: number): string {
  return `${seconds} s`;
}

function lastRound(results: readonly RunResult[]): number {
  return results.reduce((last, { repeat }) => Math.max(last, repeat), 0);
}

/** `round 7 of insert; rounds 3 and 4 of update-zipf`: rounds without a value are not compared, in none of the versions. */
function lostText(results: readonly RunResult[], last: number): string {
  const kept = new Map<string, Set<number>>();
  for (const { test, repeat, status } of results) {
    const own = kept.get(test.key) ?? new Set();
    if (status === 'ok') own.add(repeat);
    kept.set(test.key, own);
  }
  const lost = [...kept].flatMap(([test, own]) => {
    const rounds = Array.from({ length: last }, (_, index) => index + 1).filter((round) => !own.has(round));
    return rounds.length === 0
      ? []
      : [`${rounds.length === 1 ? 'round' : 'rounds'} ${rounds.join(', ')} of ${test}`];
  });
  if (lost.length === 0) return 'no round';
  const more = lost.length - NAMED;
  return [...lost.slice(0, NAMED), ...(more > 0 ? [`and of ${countText(more, 'more test')}`] : [])].join(
    '; ',
  );
}
