import { CALIBRATE, isCompared } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import { clientsText, joinNames } from '../text/words';
import type { MethodTopic } from '../url/hrefs';
import { assumedNoiseText } from '../verdict/calibration-words';
import { columnMoveText, type JudgedColumn } from '../verdict/column-note';
import { plainThresholdText, verdictOfLetter } from '../verdict/verdict-trend';
import type { RowSummary } from './row-summary';
import type { ServersModel } from './servers-model';
import {
  judgedOf,
  keyLabel,
  metricLabel,
  type SelectedServer,
  type ServersSelection,
} from './servers-selection';

/** Longest title, in names. */
const MAX_NAMES = 3;

/** `8-core, 24-core and 48-core`. */
export function serversText({ servers }: ServersSelection): string {
  return servers.length > MAX_NAMES
    ? `${servers.length} servers`
    : joinNames(servers.map(({ label }) => label));
}

/** Benchmark, base, and how numbers of several servers are made comparable. */
export function metaOf({ data, servers, base, metric }: ServersSelection): string[] {
  const [first] = servers;
  const cached = { true: 'cached', false: 'IO-bound', null: '' }[`${first?.workload.cached ?? null}`];
  return [
    [data.benchmark, cached].filter(Boolean).join(', '),
    base === '' ? 'each server against its own base' : `base ${base} on each server`,
    metric === 'throughput'
      ? 'CPU in microseconds per operation, so that servers can be compared'
      : `${metricLabel(data, metric)}, version / base on the same server`,
  ];
}

/** Says plainly what a table of ratios can and cannot do here; empty where there is none. */
export function ratioNote({ servers }: ServersSelection): string {
  const tables = servers.filter(({ isRatioTable }) => isRatioTable);
  if (tables.length === 0) return '';
  const bases = tables.map(
    ({ label, workload }) => `${label} to ${workload.relativeTo?.base.split(' ')[0] ?? 'its base'}`,
  );
  return `Published as ratios only: ${joinNames(bases)}. Such a table stays relative to its own base; QPS and costs were not published.`;
}

/** Version of a server's base; empty when the product was not run there. */
export function baseName({ base, columns }: SelectedServer): string {
  return base === null ? '' : (columns[base]?.version ?? '');
}

/** `pn53, 1 client, base 17.5`: the name where the class stands before it. */
export function describe(server: SelectedServer): string {
  const name = server.label.includes(server.server.name) ? '' : server.server.name;
  const base = baseName(server);
  return [name, clientsText(server.workload.clients), base ? `base ${base}` : ''].filter(Boolean).join(', ');
}

/** `MySQL 5.7.44 to 9.5.0`; `PostgreSQL 18beta1` when one version is shown. */
export function titleOf({ data }: Pick<ServersSelection, 'data'>): string {
  const [first, last] = [data.keys[0], data.keys.at(-1)];
  if (first === undefined || last === undefined) return data.product;
  const [from, to] = [first.split(' ')[0] ?? first, last.split(' ')[0] ?? last];
  return from === to
    ? `${data.product} ${data.keys.length === 1 ? keyLabel(data.keys, first) : from}`
    : `${data.product} ${from} to ${to}`;
}

/** A sentence on what judges, and where it is explained. */
interface RuleSentence {
  text: string;
  topic: MethodTopic;
  link: string;
  /** Set where the noise is not known: the page says how it would be. */
  calibrate?: true;
}

type JudgedServer = JudgedColumn & { label: string; kind: ServerKind | null };

/** Its noise was not measured: no pair, no nights, and not all of it in rounds. */
function isCold({ pairs, nights, rounds = 0, letters }: JudgedServer): boolean {
  const compared = [...letters].filter((letter) => isCompared(verdictOfLetter(letter))).length;
  return pairs === 0 && nights === undefined && (rounds === 0 || rounds < compared);
}

/** Assumptions for servers with unknown noise: first those where no change can be confirmed. */
function coldSentences(cold: readonly JudgedServer[]): RuleSentence[] {
  const note = { topic: 'not-calibrated', link: 'What it means', calibrate: true } as const;
  const unsure = cold.filter((column) => column.unsure);
  const others = cold.filter((column) => !column.unsure);
  const namesOf = (own: readonly JudgedServer[]) => joinNames(own.map(({ label }) => label));
  return [
    ...(unsure.length === 0
      ? []
      : [
          {
            ...note,
            text: `Not calibrated on ${namesOf(unsure)}, which others may use: no change is sure there.`,
          },
        ]),
    ...(others.length === 0
      ? []
      : [
          {
            ...note,
            text: `Not calibrated on ${namesOf(others)}: ${assumedNoiseText('dedicated')} there, and the error rate is unknown.`,
          },
        ]),
  ].map((sentence, index, all) =>
    index === all.length - 1 ? { ...sentence, text: `${sentence.text} ${CALIBRATE}` } : sentence,
  );
}

/** What the page judges by, and what is to be known before its judgement of the judged version is believed. */
export function ruleSentences(selection: ServersSelection): RuleSentence[] {
  if (selection.rule === 'thresholds') {
    return [
      {
        text: plainThresholdText(selection.threshold),
        topic: 'verdicts',
        link: 'Why that matters',
      },
    ];
  }
  const judged = selection.servers.flatMap((server) => {
    const column = judgedOf(selection, server, selection.judged);
    return column ? [{ label: server.label, kind: server.server.kind ?? null, ...column }] : [];
  });
  const cold = judged.filter(isCold);
  const version = keyLabel(selection.data.keys, selection.keys[selection.judged] ?? '');
  return [
    { text: 'Each cell is judged by the noise of its server.', topic: 'verdicts', link: 'The method' },
    ...coldSentences(cold),
    ...judged.flatMap(({ label, ...note }): RuleSentence[] => {
      const moved = columnMoveText(note);
      const link = note.broad ? 'What it means' : 'What to do';
      return moved === null
        ? []
        : [{ text: `${version} on ${label}: ${moved}`, topic: 'other-differences', link }];
    }),
  ];
}

/** Of more than this share the cause is what all servers have in common. */
const MOST = 0.5;

/** Says whether what got slower is slower everywhere or on some servers only, in the judged version. */
export function serversSentence({ selection, summaries, words }: ServersModel) {
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

/** Most patterns in one sentence. */
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
