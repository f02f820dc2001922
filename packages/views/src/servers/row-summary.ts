import { joinNames } from '../text/words';

/** What one server says about a test. */
export interface ServerTrend {
  /** Name of the server. */
  name: string;
  /** Null where base or judged version has no value; `open` where these runs can't tell a change from none. */
  trend: 'worse' | 'better' | 'same' | 'open' | null;
  /** False for a change that is likely, not confirmed. */
  sure: boolean;
}

/**
 * - same: sure on every server that measured it, in one direction
 * - opposite: sure in both directions
 * - only: sure on one server, and no change on the others
 * - some: changed on some servers, or not confirmed on some
 * - none: within the noise on every server
 * - not measured: at most one server has a value of both versions
 */
export type Pattern = 'same' | 'opposite' | 'only' | 'some' | 'none' | 'not measured';

export interface RowSummary {
  pattern: Pattern;
  /** The answer in a word or a few: `same`, `only on hetz48`. */
  word: string;
  /** What the word leaves out; empty if nothing. */
  detail: string;
  /** Direction of the sure changes; null where there are none or both. */
  direction: 'worse' | 'better' | null;
  /** Servers with a value of both versions. */
  measured: number;
  /** Servers that are surely worse. */
  worse: number;
}

export interface Words {
  worse: string;
  better: string;
}

/** True for a test that "Only differences" shows. */
export function differs({ pattern }: Pick<RowSummary, 'pattern'>): boolean {
  return pattern === 'opposite' || pattern === 'only' || pattern === 'some';
}

/** The answer for one test to "Is it the same on the other servers?". */
export function rowSummary(servers: readonly ServerTrend[], words: Words): RowSummary {
  const known = servers.filter(({ trend }) => trend !== null);
  const of = (trend: ServerTrend['trend'], sure: boolean) =>
    known.filter((server) => server.trend === trend && server.sure === sure);
  const [worse, better] = [of('worse', true), of('better', true)];
  const likely = { worse: of('worse', false), better: of('better', false) };
  const open = known.filter(({ trend }) => trend === 'open');
  const direction = worse.length > 0 === better.length > 0 ? null : worse.length > 0 ? 'worse' : 'better';
  const missing = servers.filter(({ trend }) => trend === null);
  const said = { direction, measured: known.length, worse: worse.length } as const;
  const likelyTexts = [
    ...on(`likely ${direction === 'worse' ? '' : `${words.worse} `}on`, likely.worse),
    ...on(`likely ${direction === 'better' ? '' : `${words.better} `}on`, likely.better),
  ];
  const rest = [...likelyTexts, ...on('can’t tell on', open)];
  const notMeasured = on('not measured on', missing);
  if (known.length < 2) {
    const own = known[0] ? [`only ${known[0].name} has both versions`] : [];
    return { ...said, pattern: 'not measured', word: 'not measured', detail: own.join() };
  }
  if (worse.length > 0 && better.length > 0) {
    const detail = [...on(`${words.worse} on`, worse), ...on(`${words.better} on`, better), ...rest];
    return { ...said, pattern: 'opposite', word: 'opposite', detail: detail.join('; ') };
  }
  const sure = direction === 'better' ? better : worse;
  if (sure.length === known.length)
    return { ...said, pattern: 'same', word: 'same', detail: notMeasured.join() };
  const prefix = direction === 'better' ? `${words.better} ` : '';
  if (sure.length === 1 && rest.length === 0) {
    const word = `${prefix}only on ${sure[0]?.name}`;
    return { ...said, pattern: 'only', word, detail: notMeasured.join() };
  }
  if (sure.length > 0) {
    const word = `${prefix}on ${joinNames(sure.map(({ name }) => name))}`;
    return { ...said, pattern: 'some', word, detail: rest.join('; ') };
  }
  if (likelyTexts.length > 0)
    return {
      ...said,
      pattern: 'some',
      word: likelyTexts.join('; '),
      detail: on('can’t tell on', open).join(),
    };
  const word = open.length === 0 ? 'no change' : 'within noise';
  return { ...said, pattern: 'none', word, detail: '' };
}

function on(words: string, servers: readonly ServerTrend[]): string[] {
  return servers.length === 0 ? [] : [`${words} ${joinNames(servers.map(({ name }) => name))}`];
}

/** The word with what it leaves out, as one text. */
export function summaryText({ word, detail }: Pick<RowSummary, 'word' | 'detail'>): string {
  return detail === '' ? word : `${word}; ${detail}`;
}
