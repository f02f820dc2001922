import type { RowSummary } from './prepare-row-summary';
import type { ServersModel } from './prepare-servers';
import { keyLabel } from './servers-selection';

export interface Sentence {
  strong: string;
  rest: string;
}

/** Of more than this share the cause is what all servers have in common. */
const MOST = 0.5;

/** Says whether what got slower is slower everywhere or on some servers only, in the judged version. */
export function prepareSentence({ selection, summaries, words }: ServersModel): Sentence {
  const judged = selection.keys[selection.judged];
  if (judged === undefined)
    return { strong: 'One version is shown.', rest: ' There is nothing to compare it with yet.' };
  const compared = summaries.filter(({ pattern }) => pattern !== 'alone');
  const version = keyLabel(selection.data.keys, judged);
  if (compared.length === 0) {
    return {
      strong: 'Nothing to compare:',
      rest: ` no test has a value for ${version} and its base on two of these servers.`,
    };
  }
  const worse = compared.filter(({ pattern }) => pattern === 'everywhere');
  const strong = `${count(worse.length)} of ${compared.length} ${compared.length === 1 ? 'test' : 'tests'} ${worse.length < 2 ? 'is' : 'are'} ${words.worse} on every server`;
  const parts = [
    ...apartTexts(compared, words.worse),
    ...betterText(compared, words.better),
    ...openText(compared),
  ];
  return {
    strong,
    rest: ` in ${version}${causeText(selection, worse.length / compared.length, words.worse)}.${parts.map((part) => ` ${part}.`).join('')}`,
  };
}

/** What is slower with one client too does not need many. */
function causeText(selection: ServersModel['selection'], share: number, worse: string): string {
  const clients = selection.servers.map(({ workload }) => workload.clients);
  const reachesFromOne = clients.includes(1) && clients.some((each) => each !== null && each > 1);
  return share > MOST && reachesFromOne && worse === 'slower'
    ? ', so the cause does not need concurrency'
    : '';
}

/** Patterns that are said; more of them are no sentence. */
const SAID = 3;

/** `3 are slower at 1 client, faster at 40`: what the servers do not agree about, the most common first. */
function apartTexts(summaries: readonly RowSummary[], worse: string): string[] {
  const counts = new Map<string, number>();
  for (const { strong, text } of summaries) if (strong) counts.set(text, (counts.get(text) ?? 0) + 1);
  if (counts.size > SAID) {
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
    return [`${all} are ${worse} on some servers and not on others`];
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([text, n]) => `${n} ${n === 1 ? 'is' : 'are'} ${text}`);
}

function betterText(summaries: readonly RowSummary[], better: string): string[] {
  const everywhere = summaries.filter(
    ({ pattern, text }) => pattern === 'better' && !text.includes('only'),
  ).length;
  if (everywhere === 0) return [];
  return [`${everywhere} ${everywhere === 1 ? 'is' : 'are'} ${better} on every server`];
}

/** Tests that a server leaves open: what is possible or unclear is neither slower nor fine. */
function openText(summaries: readonly RowSummary[]): string[] {
  const open = summaries.filter(({ pattern }) => pattern === 'open').length;
  if (open === 0) return [];
  return [`${open} ${open === 1 ? 'is' : 'are'} open: possible or unclear on some servers`];
}

function count(value: number): string {
  return value === 0 ? 'None' : String(value);
}
