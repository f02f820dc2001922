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
  versionLabel,
} from './servers-selection';

/** Longest title, in names. */
const MAX_NAMES = 3;

/** `mybox8, socket2 and hetz48`. */
export function serversText({ servers }: ServersSelection): string {
  return servers.length > MAX_NAMES
    ? `${servers.length} servers`
    : joinNames(servers.map(({ label }) => label));
}

/** Benchmark, base, and how numbers of several servers are made comparable. */
export function metaOf({ data, servers, metric }: ServersSelection): string[] {
  const [first] = servers;
  const bases = [...new Set(servers.map(baseName))];
  const cached = { true: 'cached', false: 'IO-bound', null: '' }[`${first?.workload.cached ?? null}`];
  return [
    [data.benchmark, cached].filter(Boolean).join(', '),
    bases.length === 1 ? `base ${bases[0]} on each server` : 'each server against its own base',
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

/** `8-core, 1 client, base 17.5`. */
export function describe(server: SelectedServer): string {
  const { cores } = server.server;
  const base = baseName(server);
  return [
    cores === null ? '' : `${cores}-core`,
    clientsText(server.workload.clients),
    base ? `base ${base}` : '',
  ]
    .filter(Boolean)
    .join(', ');
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

/** Repeats of one session are not evidence, but they exist. */
function repeatText(servers: readonly JudgedServer[]): string {
  return servers.some(({ hasRepeats }) => hasRepeats) ? 'No independent repeat run' : 'No repeat run';
}

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
            text: `${repeatText(unsure)} on ${namesOf(unsure)} yet, and others may use ${unsure.length === 1 ? 'it' : 'them'}: no change is confirmed there.`,
          },
        ]),
    ...(others.length === 0
      ? []
      : [
          {
            ...note,
            text: `${repeatText(others)} on ${namesOf(others)} yet, so ${assumedNoiseText('dedicated')} there.`,
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

/** The answer to "Is it the same on the other servers?", for the judged version. */
export function serversSentence(model: ServersModel): { strong: string; rest: string } {
  const { selection, summaries, words } = model;
  const compared = summaries.filter(({ pattern }) => pattern !== 'not measured');
  if (compared.length === 0) return aloneSentence(model);
  const of = (pattern: RowSummary['pattern']) => compared.filter((each) => each.pattern === pattern);
  const same = of('same');
  const slower = same.filter(({ direction }) => direction === 'worse').length;
  const all = selection.servers.length === 2 ? 'both servers' : `all ${selection.servers.length} servers`;
  const parts = [
    ...only(slower > 0, `${slower} ${words.worse}`),
    ...only(slower < same.length, `${same.length - slower} ${words.better}`),
  ];
  const rest = [
    ...countOf(of('only').length, 'changed on one server only'),
    ...countOf(of('opposite').length, 'go opposite ways', 'goes opposite ways'),
    ...countOf(of('some').length, 'changed or likely changed on some servers only'),
    ...countOf(of('none').length, 'stayed within noise'),
    ...countOf(summaries.length - compared.length, 'not measured on two servers'),
  ];
  const cause = causeText(selection, slower / compared.length, words.worse);
  return {
    strong: `${versionsText(selection)}${
      same.length === 0
        ? 'No test changed on every server.'
        : `The same on ${all} for ${same.length} of ${tests(compared.length)}`
    }`,
    rest: `${same.length === 0 ? '' : `: ${joinNames(parts)}${cause}.`}${
      rest.length === 0 ? '' : ` ${joinNames(rest)}.`
    }`,
  };
}

function tests(count: number): string {
  return `${count} ${count === 1 ? 'test' : 'tests'}`;
}

function only(isSaid: boolean, text: string): string[] {
  return isSaid ? [text] : [];
}

function countOf(count: number, many: string, one = many): string[] {
  return only(count > 0, `${count} ${count === 1 ? one : many}`);
}

/** Which versions are compared where the servers do not share them; empty where they do. */
function versionsText(selection: ServersSelection): string {
  const judged = placesText(selection, (server) =>
    (server.columnOf[selection.judged] ?? null) === null
      ? ''
      : versionLabel(selection, server, selection.judged),
  );
  const bases = placesText(selection, baseName);
  if (judged.length < 2 && bases.length < 2) return '';
  const versions = judged.length < 2 ? '' : `The versions differ: ${joinNames(judged)}. `;
  const [base] = selection.servers.map(baseName);
  return `${versions}${bases.length < 2 ? `Each against ${base}. ` : `The bases differ: ${joinNames(bases)}. `}`;
}

/** `9.4.0 on mybox8`, one for each version; servers without one are left out. */
function placesText({ servers }: ServersSelection, read: (server: SelectedServer) => string): string[] {
  const places = new Map<string, string[]>();
  for (const server of servers) {
    const version = read(server);
    if (version !== '') places.set(version, [...(places.get(version) ?? []), server.label]);
  }
  return [...places].map(([version, names]) => `${version} on ${joinNames(names)}`);
}

/** At most one server can answer: what it says, and why no other one does. */
function aloneSentence({ selection, summaries, words }: ServersModel): { strong: string; rest: string } {
  const { product } = selection.data;
  const able = selection.servers.filter(({ columnOf, base }) => {
    const own = columnOf[selection.judged] ?? null;
    return own !== null && own !== base;
  });
  const one = selection.servers.filter((server) => !able.includes(server));
  const without =
    one.length === 0
      ? ''
      : ` ${product} has one version on ${joinNames(one.map(({ label }) => label))}: add a second.`;
  const [first] = able;
  if (!first) return { strong: 'Each server has one version.', rest: without };
  if (able.length > 1)
    return {
      strong: 'No test was measured in both versions on two servers.',
      rest: ` ${joinNames(placesText(selection, (server) => (able.includes(server) ? versionLabel(selection, server, selection.judged) : '')))}.`,
    };
  const measured = summaries.filter((each) => each.measured > 0);
  const [own, base] = [versionLabel(selection, first, selection.judged), baseName(first)];
  if (measured.length === 0)
    return {
      strong: `Only ${first.label} has two versions of ${product}, and no test was measured in both.`,
      rest: ` Chosen: ${own} against ${base}.${without}`,
    };
  const worse = measured.filter((each) => each.worse > 0).length;
  return {
    strong: `Only ${first.label} has two versions of ${product}: ${worse} of ${tests(measured.length)} ${worse === 1 ? 'is' : 'are'} ${words.worse} there`,
    rest: ` in ${own} than in ${base}.${without}`,
  };
}

/** With more than this share the cause is in what all servers have in common. */
const MOST = 0.5;

/** A loss that exists with one client too does not need many. */
function causeText(selection: ServersSelection, share: number, worse: string): string {
  const clients = selection.servers.map(({ workload }) => workload.clients);
  const reachesFromOne = clients.includes(1) && clients.some((each) => each !== null && each > 1);
  return share > MOST && reachesFromOne && worse === 'slower'
    ? ', so the cause does not need concurrency'
    : '';
}
