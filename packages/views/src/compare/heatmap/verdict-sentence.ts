import {
  CALIBRATE,
  DEFAULT_RULE,
  ENOUGH_NIGHTS,
  isCompared,
  isLargeUnconfirmed,
  isSure,
  largeText,
  likelyText,
  logLoss,
  stoppedText,
  toPrintfFixed,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';
import { type BenchmarkId, compareVersions, isBenchmarkId } from '@basecase/ingest/model';
import { groupDigits, joinNames, mostCommon } from '../../text/words';
import { type MethodTopic, serverHref } from '../../url/hrefs';
import { isKindOpen, uncalibratedText } from '../../verdict/calibration-words';
import { type ColumnNote, columnMoveText, commonModeText, otherWorkText } from '../../verdict/column-note';
import type { Band, BandedSelection } from '../bands/banded-selection';
import { type HeatmapColumn, type HeatmapVerdicts, verdictAt } from '../heatmap-data';
import type { HeatmapSelection } from '../heatmap-selection';
import { countUnclear, type UnclearCount, verdictsOf } from '../judge-selection';
import { hasCellsWithoutRounds, ratioAt, roundsAt } from '../rounds-of-cell';

/** What the verdicts of the judged column say: "7 of 33 tests are slower in 18.1 than in 12.22, 2 likely". */
export function verdictSentence(selection: HeatmapSelection, verdicts: HeatmapVerdicts): Sentence {
  const [judged, base] = [
    selection.names[selection.judged]?.short ?? '',
    selection.names[selection.base]?.short ?? '',
  ];
  const all = selection.data.rows.map((_, row) => verdictAt(verdicts, row, selection.judged));
  const found = all.filter(isCompared);
  const stopped = stoppedText(all);
  if (found.length === 0 && stopped !== '')
    return { strong: stopped, rest: ` No other test of ${judged} is in ${base}.`, step: null };
  if (found.length === 0) {
    return {
      strong: 'Nothing to compare:',
      rest: ` ${judged} and ${base} share no test with a value.`,
      step: null,
    };
  }
  const isLarge = all.map((verdict, row) =>
    isLargeUnconfirmed(verdict, ratioAt(selection, selection.metric, { row, column: selection.judged })),
  );
  const slower = countOf(all, isLarge, 'slower');
  const faster = countOf(all, isLarge, 'faster');
  // Where nothing can be sure, or a test is possible or unclear, that none is slower would be more than is known.
  const isUnknown =
    slower.sure === 0 &&
    (verdicts.columns[selection.judged]?.unsure || slower.possible > 0 || found.includes('unclear'));
  const rest = [
    ` in ${judged} than in ${base}${slower.possible > 0 ? `, ${likelyText(slower.possible, slower.large)}` : ''}`,
    ...fasterText(faster),
  ];
  return {
    strong: `${stopped && `${stopped} `}${slowerText(slower.sure, found.length, { how: isUnknown ? 'clearly ' : '' })}`,
    rest: `${rest.join('; ')}.`,
    step: commonOnset(
      selection,
      // A test that stopped did not get slower.
      verdicts.rows.flatMap(({ firstBad }, row) => (all[row] === 'stopped working' ? [] : (firstBad ?? []))),
    ),
  };
}

/** `7 of 33 tests are slower`, `None of 33 tests is clearly slower`, of one test `The only test is not slower`. */
export function slowerText(
  slower: number,
  tests: number,
  { how = '', word = 'slower', noun = 'test' }: { how?: string; word?: string; noun?: string } = {},
): string {
  if (tests === 1) return `The only ${noun} is ${slower === 0 ? 'not ' : ''}${how}${word}`;
  return `${slower === 0 ? 'None' : slower} of ${tests} ${noun}s ${slower < 2 ? 'is' : 'are'} ${how}${word}`;
}

/** Tests of a direction that are sure, possible, and of the possible ones those that are large. */
function countOf(verdicts: readonly Verdict[], isLarge: readonly boolean[], direction: 'slower' | 'faster') {
  const own = verdicts.flatMap((verdict, row) =>
    verdictDirection(verdict) === direction ? [{ verdict, large: isLarge[row] === true }] : [],
  );
  const sure = own.filter(({ verdict }) => isSure(verdict)).length;
  return { sure, possible: own.length - sure, large: own.filter(({ large }) => large).length };
}

function fasterText({ sure, possible, large }: ReturnType<typeof countOf>): string[] {
  if (sure > 0) return [`${sure} faster${possible > 0 ? `, ${likelyText(possible, large)}` : ''}`];
  return possible > 0 ? [`${possible} likely faster${largeText(large)}`] : [];
}

/**
 * The first bad version of most tests.
 *
 * @param onsets first bad columns of the tests that have one
 */
export function commonOnset(selection: HeatmapSelection, onsets: readonly number[]): Sentence['step'] {
  const top = mostCommon(onsets);
  if (!top) return null;
  const [column, count] = top;
  // Versions that share the tests evenly have none that stands out.
  if (count === 1 && onsets.length > 1) return null;
  const where = count === onsets.length ? `all ${count}` : `${count} of ${onsets.length}`;
  const isMost = count > onsets.length / 2;
  const who = onsets.length === 1 ? 'One' : isMost ? 'Most' : 'The largest group';
  return {
    words: `${who} got ${selection.metric === 'success_rate' ? 'worse' : 'slower'} in`,
    version: selection.names[column]?.short ?? '',
    where: onsets.length === 1 ? '' : where,
  };
}

/** Something that the reader of the judged column should know before believing it. */
interface ColumnWarning {
  text: string;
  topic: MethodTopic;
  link: string;
  /** An action for the reader, if there is one. */
  act?: { text: string; href: string };
  /** Set where the noise is not known: the page says how it would be. */
  calibrate?: true;
}

/** The assumption when the noise is unknown, and how to measure it. */
function noiseWarning(selection: HeatmapSelection, note: ColumnNote, tests: number): ColumnWarning[] {
  const { pairs, nights, unsure = false, rounds = 0 } = note;
  if (nights !== undefined || rounds >= tests) return [];
  if (selection.columns[selection.judged]?.build !== undefined) {
    const text = `Fewer than ${ENOUGH_NIGHTS} nights are compared in pairs, as releases are.`;
    return [{ text, topic: 'series', link: 'Why' }];
  }
  if (!unsure && pairs > 0) return [];
  const { noise, server, workload } = selection.data;
  const kind = noise?.server ?? null;
  const asked = unsure && isKindOpen(kind);
  return [
    {
      text: `${assumedText(workload.benchmark)}${uncalibratedText({ kind, unsure })} ${CALIBRATE}`,
      topic: 'not-calibrated',
      link: 'What it means',
      ...(asked && { act: { text: 'Set the kind of this machine', href: serverHref(server.slug, 'facts') } }),
      calibrate: true,
    },
  ];
}

/** Nobody has studied a tool that has no parser. */
function assumedText(benchmark: BenchmarkId): string {
  return isBenchmarkId(benchmark)
    ? ''
    : `The noise of ${benchmark} has not been studied: the widest noise of other benchmarks is assumed. `;
}

function comparedTests({ data, judged }: HeatmapSelection, verdicts: HeatmapVerdicts): number {
  return data.rows.filter((_, row) => isCompared(verdictAt(verdicts, row, judged))).length;
}

export function columnWarnings(selection: HeatmapSelection, verdicts: HeatmapVerdicts): ColumnWarning[] {
  const name = selection.names[selection.judged]?.short ?? '';
  const note = verdicts.columns[selection.judged] ?? { shift: null, pairs: 0 };
  const moved = columnMoveText(note);
  const differs = [otherWorkText(note), commonModeText(note)].filter((text) => text !== null);
  const lineNote = lineNoteView(selection);
  const wide = roundsWarning(selection);
  return [
    ...(lineNote === null
      ? []
      : [{ text: lineNote, topic: 'first-bad-version' as const, link: 'How it is found' }]),
    ...(moved === null
      ? []
      : [
          {
            text: `${name}: ${moved}`,
            topic: 'other-differences' as const,
            link: note.broad ? 'What it means' : 'What to do',
          },
        ]),
    ...differs.map((text) => ({
      text: `${name}: ${text}.`,
      topic: 'other-differences' as const,
      link: 'What it means',
    })),
    ...(wide === null
      ? []
      : [{ text: `${name}: ${wide}`, topic: 'unclear' as const, link: 'What it means' }]),
    ...noiseWarning(selection, note, comparedTests(selection, verdicts)),
  ];
}

/** More names than these are counted. */
const MOST_NAMED = 3;

/**
 * What rounds could not tell in the judged column: "After 14 rounds some tests are still uncertain: update-nonindex
 * is known to ± 31%, insert to ± 15% and 2 more to no better than ± 5%". Without it a row that is unclear looks as if
 * nothing had been measured.
 *
 * @returns null where every test is known to ± 5%, or none was compared by rounds
 */
export function roundsWarning(selection: HeatmapSelection): string | null {
  const { data, judged } = selection;
  const compared = data.rows.flatMap(({ name, warmup }, row) => {
    const rounds = warmup ? null : roundsAt(selection, { row, column: judged });
    return rounds ? [{ name, n: rounds.n, half: (rounds.high - rounds.low) / 2 }] : [];
  });
  const wide = compared
    .filter(({ half }) => half > logLoss(DEFAULT_RULE.big))
    .sort((one, other) => other.half - one.half);
  if (wide.length === 0) return null;
  const most = Math.max(...compared.map(({ n }) => n));
  const [widest, ...next] = wide
    .slice(0, MOST_NAMED)
    .map(({ name, half }) => ({ name, text: percent(half) }));
  const others = wide.length - 1 - next.length;
  const known = [
    `${widest?.name} is known to ± ${widest?.text}`,
    ...next.map(({ name, text }) => `${name} to ± ${text}`),
    ...(others > 0 ? [`${others} more to no better than ± 5%`] : []),
  ];
  return `After ${most} rounds some tests are still uncertain: ${joinNames(known)}. Smaller changes are lost in the noise there.`;
}

function percent(half: number): string {
  return `${toPrintfFixed(half * 100, 0)}%`;
}

/**
 * Why steps and first bad versions end before the newest release of the base's product, or why there are none: its
 * newest release was not measured with the config and build flavour of the base, and a config is not a release. Null if
 * it was. Builds between releases have separate lines whatever they were measured with, so they get no note.
 */
function lineNoteView(selection: HeatmapSelection): string | null {
  const { columns, base, lineStart } = selection;
  const start = columns[base];
  if (!start || start.build) return null;
  const own = columns.filter(({ product, build }) => product === start.product && !build);
  const line = columns.filter((_, index) => lineStart[index] === lineStart[base]);
  const newest = newestOf(own);
  const last = newestOf(line);
  if (!newest || !last || newest.version === last.version) return null;
  const others = own.filter(({ version }) => version === newest.version);
  const name = buildNames(start, others);
  const measured = `${newest.version} was measured with ${joinNames([...new Set(others.map(name))])} only`;
  return line.length === 1
    ? `${measured}, ${start.version} with ${name(start)}: no step is named between them, as it may be the ${differing(start, others)}'s.`
    : `${measured}: steps end at ${last.version}, the newest with ${name(start)}.`;
}

function newestOf(columns: readonly HeatmapColumn[]): HeatmapColumn | undefined {
  return columns.toSorted((a, b) => compareVersions(a.version, b.version)).at(-1);
}

/** Names columns by what of config and build differs from the base in any of them. */
function buildNames(start: HeatmapColumn, others: readonly HeatmapColumn[]) {
  const parts = (['config', 'flavour'] as const).filter((part) =>
    others.some((other) => other[part] !== start[part]),
  );
  return (column: HeatmapColumn) =>
    parts.map((part) => column[part] ?? (part === 'config' ? 'no named config' : 'no named build')).join(' ');
}

function differing(start: HeatmapColumn, others: readonly HeatmapColumn[]): string {
  return others.some(({ config }) => config !== start.config) ? 'config' : 'build';
}

/** The sentence above the heatmap, in parts: what is strong is what was found. */
export interface Sentence {
  strong: string;
  rest: string;
  /** `Most got slower in` **8.0.43**, `all 32`. */
  step: { words: string; version: string; where: string } | null;
}

/** A sentence as plain text. */
export function sentenceText({ strong, rest, step }: Sentence): string {
  if (!step) return strong + rest;
  return `${strong}${rest} ${step.words} ${step.version}${step.where ? `, ${step.where}` : ''}.`;
}

/** Notes above the table: columns that moved as a whole, unknown noise, and unclear tests. */
export function ruleNotes(banded: BandedSelection): ColumnWarning[] {
  const notes = banded.bands.flatMap(({ selection }) => {
    const verdicts = verdictsOf(selection);
    return verdicts ? columnWarnings(selection, verdicts) : [];
  });
  // Each band says the same of itself where its noise is not known.
  const said = notes.filter((note, index) => notes.findIndex(({ text }) => text === note.text) === index);
  const unclear = unclearNote(banded);
  return unclear ? [...said, unclear] : said;
}

/** Unclear cells of all bands. */
export function unclearIn({ bands }: BandedSelection): UnclearCount {
  return bands
    .map(({ selection }) => countUnclear(selection))
    .reduce((a, b) => ({ unclear: a.unclear + b.unclear, judged: a.judged + b.judged }), {
      unclear: 0,
      judged: 0,
    });
}

/** Null where nothing is unclear. */
function unclearNote(banded: BandedSelection): ColumnWarning | null {
  const count = unclearIn(banded);
  if (count.unclear === 0) return null;
  const cells = `Within noise: ${groupDigits(count.unclear)} of ${groupDigits(count.judged)} cells.`;
  return {
    text: [cells, mostlyIn(banded, count), ...visibleText(banded)].filter(Boolean).join(' '),
    topic: 'unclear',
    link: 'What to do',
  };
}

/** Names the product that has most of what is unclear, where there are several. */
function mostlyIn({ bands }: BandedSelection, { unclear }: UnclearCount): string {
  if (bands.length < 2) return '';
  const most = bands.find(({ selection }) => countUnclear(selection).unclear * 2 > unclear);
  return most ? `Mostly ${productOf(most)}.` : '';
}

/** The size of change that one run can detect, per band; cells with rounds have their own. */
function visibleText({ bands }: BandedSelection): string[] {
  const known = bands.flatMap((band) => {
    const visible = verdictsOf(band.selection)?.visible;
    return visible === undefined || !hasCellsWithoutRounds(band.selection)
      ? []
      : [{ band, percent: `${Math.round(visible * 100)}%` }];
  });
  const [first, ...others] = known;
  if (!first) return [];
  if (others.every(({ percent }) => percent === first.percent))
    return [`With one run, changes under ${first.percent} can’t be detected in a typical test.`];
  const parts = known.map(({ band, percent }) => `${percent} of ${productOf(band)}`);
  return [`With one run, changes under ${joinNames(parts)} can’t be detected in a typical test.`];
}

function productOf({ selection }: Band): string {
  return selection.columns[0]?.product ?? '';
}
