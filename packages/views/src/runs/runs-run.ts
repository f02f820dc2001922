import type { BadRunMark, CorrectionField, RunAttributes, RunPage, RunResult } from '@basecase/db/types';
import {
  type IdentityValue,
  RUN_CONDITIONS,
  RUN_FACT_LABELS,
  RUN_FACTS,
  WORKLOAD_PARTS,
} from '@basecase/ingest/model';
import { FIELD_LABELS, fieldText } from '../corrections/correction-state';
import { capital, coresText, countText, dayText, memoryText, timeText } from '../text/words';
import { search, serverSlug, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

export interface Fact {
  label: string;
  text: string;
  /** True for an unknown fact, which is shown as missing. */
  isMissing: boolean;
  /** What was read, where a correction says something else; left out where nothing does. */
  asRead?: string;
  /** What is its source: `from the path mysql57`. */
  from?: string;
}

const MISSING = 'not recorded';

const fact = (label: string, text: string | null): Fact => ({
  label,
  text: text || MISSING,
  isMissing: !text,
});

type Corrected = Pick<RunPage, 'asRead' | 'corrected'>;

/** A fact that is made of these fields, with what was read of those that a correction says. */
function correctable(own: Fact, fields: readonly CorrectionField[], { asRead, corrected }: Corrected): Fact {
  const said = fields.filter((field) => corrected.includes(field));
  if (asRead === null || said.length === 0) return own;
  return { ...own, asRead: said.map((field) => readText(field, asRead, fields.length > 1)).join(', ') };
}

function readText(field: CorrectionField, asRead: RunAttributes, isNamed: boolean): string {
  const text = asRead[field] === null ? MISSING : fieldText(field, asRead[field]);
  return isNamed ? `${FIELD_LABELS[field].toLowerCase()} ${text}` : text;
}

/** The machine. */
export function serverFacts(run: Pick<RunPage, 'server'> & Corrected): Fact[] {
  const { server } = run;
  return [
    correctable(fact('Name', server.name), ['server'], run),
    fact('Cores', coresText(server)),
    fact('CPU', server.cpu),
    fact('Memory', server.memoryBytes === null ? null : memoryText(server.memoryBytes)),
    fact('Storage', server.storage),
    fact('OS', server.os),
  ];
}

/** What was measured, and how. */
export function runFacts(run: RunPage): Fact[] {
  const { workload, product, version, build, flavour, config, campaign, startedAt } = run;
  return [
    withSource(correctable(fact('Product', product), ['product'], run), 'product', run),
    withSource(
      correctable(
        fact('Version', run.versionKnown ? version : `${version} (unknown version: ordered last)`),
        ['version'],
        run,
      ),
      'version',
      run,
    ),
    ...(build?.branch ? [correctable(fact('Branch', build.branch), ['branch'], run)] : []),
    correctable(fact('Build', flavour), ['flavour'], run),
    withSource(correctable(fact('Config', config), ['config'], run), 'config', run),
    correctable(fact('Workload', [workload.label, ...workload.details].join(', ')), WORKLOAD_PARTS, run),
    correctable(fact('Campaign', campaign ?? 'its upload'), ['campaign'], run),
    correctable(fact('Started', startedAt === null ? null : timeText(startedAt)), ['startedAt'], run),
    fact('Tool', distinct(run.results.map(({ tool }) => tool))),
    fact('Device', distinct(run.results.map(({ device }) => device))),
    fact('Directory', run.path || run.label),
  ];
}

/** The fact with the place that it was read from, unless a correction does. */
function withSource(
  known: Fact,
  field: IdentityValue['field'],
  { identity }: Pick<RunPage, 'identity'>,
): Fact {
  const own = identity.filter((value) => value.field === field);
  if (own.length === 0 || known.asRead !== undefined) return known;
  const texts = own.map(({ source, at, confidence }) => {
    if (confidence === 'unknown' && field !== 'config') return 'not said by log or path';
    const place = at === null || source === 'content' ? '' : ` ${at}`;
    return `from the ${SOURCES[source]}${place}${confidence === 'unknown' ? ', meaning unknown' : ''}`;
  });
  return { ...known, from: [...new Set(texts)].join('; ') };
}

const SOURCES: Readonly<Record<IdentityValue['source'], string>> = {
  content: 'log',
  neighbour: 'file next to the log,',
  'file name': 'name of the file',
  path: 'path',
  above: 'directory above the upload,',
  manifest: 'basecase.json',
  layout: 'layout:',
  correction: 'correction',
};

/** Different values once; several are listed. */
function distinct(values: readonly (string | null)[]): string {
  return [...new Set(values.flatMap((value) => value ?? []))].join(', ');
}

/** `Bad run: fan failed`, by whom and when, and what follows from it. */
export function badMarkTexts({ reason, by, at }: BadRunMark): { strong: string; rest: string } {
  return {
    strong: `Bad run: ${reason}`,
    rest: `, by ${by}, ${dayText(at)}. Its numbers are ignored: no verdict, noise or record uses them.`,
  };
}

/** The first sentence of the page: size and origin of the run. */
export function runSentence(run: RunPage): string {
  const counted = run.results.filter(({ status, test }) => status !== 'warmup' && !test.warmup);
  const tests = new Set(counted.map(({ test }) => test.key)).size;
  const bad = counted.filter(({ status }) => status === 'failed' || status === 'sla_failed').length;
  const parts = [
    `${tests} ${tests === 1 ? 'test' : 'tests'}, ${counted.length} ${counted.length === 1 ? 'result' : 'results'}`,
    bad > 0 ? `${bad} of them failed or missed their SLA` : '',
    run.isSummary ? 'read from a summary table; the raw logs are not stored' : '',
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}

/** The list of runs and its form in the URL. */
export const runsUrl = urlCodec({
  q: search(),
  product: text(),
  /** Slug. */
  server: serverSlug(),
  /** Id. */
  benchmark: text(),
  /** Cursor of the page; empty: the newest. */
  before: text({ form: { pattern: /^\d{1,15}-\d{1,15}$/, words: 'two whole numbers, as 12-34' } }),
});

export type RunsState = StateOf<typeof runsUrl>;

export function runsHref(state: Partial<RunsState>): string {
  return `/runs${runsUrl.query(state)}`;
}

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
