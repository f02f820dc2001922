import type { Verdict } from '@basecase/analysis';
import type { ElsewhereEntry, RegressionPage } from '@basecase/db/types';
import { countText } from '../../text/count-text';
import { clientsText, serverClass } from '../../text/server-name';

/** A place where the same step can be looked for. */
export interface MeasuredOn {
  server: string;
  cores: number | null;
  clients: number | null;
  isCached: boolean | null;
  shows: 'yes' | 'no' | 'open';
}

type Here = Pick<RegressionPage, 'server' | 'workload' | 'kind' | 'elsewhere' | 'nights'>;

/** Where else the same test changed at the same step, in a sentence: only at 40 clients, or on every server. */
export function elsewhereSentence(page: Here): string {
  const others = page.elsewhere.map((entry) => toMeasuredOn(entry, page.kind));
  if (others.length === 0) {
    return page.nights
      ? 'No other server or workload has nights on both sides of these commits.'
      : 'No other server or workload has runs of both versions.';
  }
  const all = [toMeasuredOn({ ...page, verdict: page.kind }, page.kind), ...others];
  const decided = all.filter(({ shows }) => shows !== 'open');
  const open = all.length - decided.length;
  const more = open > 0 ? ` Inconclusive in ${countText(open, 'place')}.` : '';
  if (decided.length === 1) return `Not conclusive anywhere else yet.${more}`;
  return `${decidedSentence(decided)}${more}`;
}

function decidedSentence(measured: readonly MeasuredOn[]): string {
  const shows = measured.filter((place) => place.shows === 'yes');
  const not = measured.filter((place) => place.shows === 'no');
  const count = `${shows.length} of ${measured.length}`;
  if (not.length === 0) {
    const servers = new Set(measured.map(({ server }) => server));
    const where = servers.size > 1 ? 'On every server' : 'In every workload';
    return `${where}: ${count} places with runs of both versions show it.`;
  }
  const only = onlyWhere(shows, not);
  return `${only ? `Only ${only}: ` : ''}${count} places with runs of both versions show it.`;
}

/** Properties shared only by the places that show it; may be empty. */
function onlyWhere(shows: readonly MeasuredOn[], not: readonly MeasuredOn[]): string {
  const sorted = (measured: readonly MeasuredOn[]) =>
    measured.flatMap(({ clients }) => clients ?? []).sort((a, b) => a - b);
  const [yes, no] = [sorted(shows), sorted(not)];
  const [least, most] = [yes[0], yes.at(-1)];
  const isKnown = yes.length === shows.length && no.length === not.length;
  if (isKnown && least !== undefined && most !== undefined) {
    const exact = least === most ? `at ${clientsText(least)}` : '';
    if ((no.at(-1) ?? 0) < least) return exact || `at ${clientsText(least)} or more`;
    if ((no[0] ?? 0) > most) return exact || `at ${clientsText(most)} or fewer`;
  }
  for (const [cached, words] of [
    [true, 'when cached'],
    [false, 'when IO-bound'],
  ] as const) {
    const isSplit =
      shows.every(({ isCached }) => isCached === cached) && not.every(({ isCached }) => isCached === !cached);
    if (isSplit) return words;
  }
  const own = shows[0]?.server;
  const isOneServer =
    shows.every(({ server }) => server === own) && not.every(({ server }) => server !== own);
  return isOneServer && shows[0]
    ? `on the ${serverClass({ name: shows[0].server, cores: shows[0].cores })}`
    : '';
}

function toMeasuredOn(
  { server, workload, verdict }: Pick<ElsewhereEntry, 'server' | 'workload' | 'verdict'>,
  kind: RegressionPage['kind'],
): MeasuredOn {
  return {
    server: server.slug,
    cores: server.cores,
    clients: workload.clients,
    isCached: cachedIn(workload.label),
    shows: showsOf(verdict, kind),
  };
}

/** A change the other way does not show it; what is only possible decides nothing. */
function showsOf(verdict: Verdict, kind: RegressionPage['kind']): MeasuredOn['shows'] {
  if (verdict === 'unclear' || verdict === 'missing' || verdict === `possible ${kind}`) return 'open';
  return verdict === kind || verdict === `small ${kind}` ? 'yes' : 'no';
}

function cachedIn(label: string): boolean | null {
  if (/\bIO-bound\b/.test(label)) return false;
  return /\bcached\b/.test(label) ? true : null;
}
