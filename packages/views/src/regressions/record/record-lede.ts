import { CALIBRATE, formatRatio, toPrintfFixed } from '@basecase/analysis';
import type { Confounder, LadderStep, RegressionNights, RegressionPage } from '@basecase/db/types';
import { buildLabel, commitHref, shortCommit, versionLabel } from '@basecase/ingest/model';
import { countText, joinNames, serverClass, shortWorkloadLabel } from '../../text/words';

import {
  type ConfounderItem,
  type ConfoundersModel,
  confounderLabel,
  toModel,
} from '../../verdict/setup-confounders';
import { believedLevel } from '../../verdict/verdict-trend';
import {
  bandText,
  doubtsText,
  intervalText,
  lineText,
  notMeasuredSentence,
  notMeasuredText,
  sinceText,
  sizeText,
  throughputWords,
  verdictWords,
} from '../record-words';
import { beforeText, STOPPED, stopReasonText, stopSentences } from '../stop-words';
import { roundsRatioOf } from './ladder-rows';

export type Lede = ReturnType<typeof recordLede>;

/** The head of a record: one number, one verdict, and what it rests on. */
export function recordLede(page: RegressionPage) {
  const { nights, stop } = page;
  const isSeries = nights?.judgedBy === 'series';
  return {
    title: recordTitle(page),
    /** Server, workload, build: each in a few words. */
    meta: metaTexts(page),
    /** `0.84`, `stopped`. */
    ratio: stop ? STOPPED : formatRatio(page.ratio),
    level: believedLevel(page.ratio, page.verdict),
    /** `of 15.15`; of a stop `after 41 562 queries/s in 15.15`. */
    base: stop
      ? `after ${beforeText({ ...page, stop })}`
      : isSeries
        ? 'of the level before'
        : `of ${versionLabel(page.lastGood.version)}`,
    /** `noise ±5.5%`, `95%: 0.88–0.92`, `failed`. */
    noise: stop
      ? stopReasonText(stop)
      : isSeries
        ? `95%: ${intervalText(nights)}`
        : `noise ${bandText(page.band)}`,
    verdict: verdictWords(page).word,
    topic: verdictWords(page).topic,
    /** `last run 12 Nov 2026`; empty while it is measured, and between releases. */
    notMeasured: notMeasuredText(nights),
    /** What the numbers say, sentence by sentence. */
    sentences: stop
      ? [...stopSentences({ ...page, stop }), notMeasuredSentence(nights)].filter(Boolean)
      : isSeries
        ? nightSentences({ ...page, nights })
        : sentenceTexts(page),
  };
}

/** Title and description for the window, search and social cards. */
export function describeRecord(page: RegressionPage): { title: string; description: string } {
  const { title, ratio, base, verdict, sentences } = recordLede(page);
  const today = notMeasuredSentence(page.nights);
  const parts = [`${ratio} ${base}.`, `${verdict}.`, sentences[0] ?? '', today];
  return { title, description: [...new Set(parts)].filter(Boolean).join(' ') };
}

type Titled = Pick<
  RegressionPage,
  'test' | 'kind' | 'product' | 'firstBad' | 'step' | 'fix' | 'withdrawnAt' | 'build' | 'nights' | 'stop'
>;

/** `update-zipf is slower since PostgreSQL 16.10`; in the past tense when it is over. */
export function recordTitle(record: Titled): string {
  const { test, product, firstBad, step, fix, build, nights } = record;
  const name = [test.name, test.range === null ? '' : `range=${test.range}`].filter(Boolean).join(' ');
  const config = build?.config ? ` with ${build.config}` : '';
  if (record.stop) return `${name} ${stopTitle(record)}${config}`;
  const word = record.kind === 'regression' ? 'slower' : 'faster';
  if (nights) return `${name} ${nightTitle({ ...record, nights })}${config}`;
  if (step === 'isolated') return `${name} was ${word} in ${product} ${firstBad.version} only${config}`;
  if (fix.seen !== null) {
    return `${name} was ${word} from ${product} ${firstBad.version} until ${fix.seen}${config}`;
  }
  const verb = record.withdrawnAt === null ? 'is' : 'seemed';
  return `${name} ${verb} ${word} since ${product} ${firstBad.version}${config}`;
}

/** `stopped working in PostgreSQL 17.0`, of nights `stopped working on 29 Aug 2026 g4eb13e8a`; in the past tense when it is over. */
function stopTitle(record: Titled): string {
  const { fix, withdrawnAt, nights } = record;
  const since = sinceText(record);
  if (withdrawnAt !== null) return `seemed to stop working in ${since}`;
  if (fix.seen !== null) return `did not work from ${since} until ${versionLabel(fix.seen)}`;
  return `stopped working ${nights ? 'on' : 'in'} ${since}`;
}

function metaTexts({ server, workload, firstBad, lastGood, product, nights }: RegressionPage): string[] {
  const own = serverClass(server);
  const configs = [...new Set([lastGood.config, firstBad.config])].filter(Boolean);
  const flavours = [...new Set([lastGood.flavour, firstBad.flavour])].filter(Boolean);
  return [
    ...(nights ? [lineText({ product, line: nights.line }), rangeText(nights)].filter(Boolean) : []),
    own === server.name ? own : `${own} (${server.name})`,
    [shortWorkloadLabel(workload), ...workload.details].join(', '),
    ...(flavours.length > 0 ? [`build ${flavours.join(', then ')}`] : []),
    ...(configs.length > 0 ? [`config ${configs.join(', then ')}`] : []),
  ];
}

/** `commits 736ae249..11a25bfa`; on a narrow screen the box of suspects is far below. */
function rangeText(nights: RegressionNights): string {
  const { range } = suspectsModel(nights);
  return range === null ? '' : `commits ${range}`;
}

function sentenceTexts(page: RegressionPage): string[] {
  const { judged, explanation } = page;
  const calibrated = judged.calibrated
    ? judged.bandSentence
    : `${judged.bandSentence} No independent repeat run of this server and workload yet, so the noise is assumed. ${CALIBRATE}`;
  return [
    valuesSentence(page),
    page.nights ? 'Fewer than 12 nights: builds are compared in pairs, and nothing is sure.' : '',
    notMeasuredSentence(page.nights),
    explanation ?? '',
    calibrated,
    judged.stepSentence,
    judged.oldestSentence ?? '',
    judged.shiftSentence ?? '',
    judged.settleSentence,
  ].filter(Boolean);
}

/**
 * `16.10 reaches 35 046 queries/s, 15.15 reached 41 562.` With the change, unless an explanation names it; where rounds say
 * another one than these medians do, always with how it was found.
 */
function valuesSentence(page: RegressionPage): string {
  const { ladder, explanation } = page;
  const [own, base] = [measured(ladder, 'first bad'), measured(ladder, 'last good')];
  if (!own || !base) return '';
  const ofRounds = roundsRatio(page);
  const change = (ofRounds ?? own.value / base.value) - 1;
  const percent = `${toPrintfFixed(Math.abs(change) * 100, 0)}% ${change < 0 ? 'less' : 'more'}`;
  const size =
    ofRounds === null
      ? explanation === null
        ? `: ${percent}`
        : ''
      : `; compared round by round: ${percent}`;
  const { unit, text } = throughputWords(page);
  const names = [own, base].map(({ version }) => versionLabel(version));
  return `${names[0]} reaches ${text(own.value)} ${unit}, ${names[1]} reached ${text(base.value)}${size}.`;
}

/** What the rounds of the two versions say, where the ratio of their medians is another one; else null. */
function roundsRatio({ ladder }: Pick<RegressionPage, 'ladder'>): number | null {
  const [own, base] = [measured(ladder, 'first bad'), measured(ladder, 'last good')];
  return own && base ? roundsRatioOf(own, base.value) : null;
}

function measured(ladder: readonly LadderStep[], role: LadderStep['role']) {
  const step = ladder.find((each) => each.role === role);
  return step?.value ? { ...step, value: step.value } : null;
}

type PrepareNightLedeTitled = Pick<RegressionPage, 'kind' | 'fix' | 'withdrawnAt'> & {
  nights: RegressionNights;
};

/**
 * The state of a test since a build: `is slower since 29 Aug 2026 g4eb13e8a`. Past tense if it is over, or
 * without a recent run.
 */
function nightTitle({ kind, fix, withdrawnAt, nights }: PrepareNightLedeTitled): string {
  const word = kind === 'regression' ? 'slower' : 'faster';
  const since = buildLabel(nights.firstBad);
  if (withdrawnAt !== null) return `seemed ${word} since ${since}`;
  if (fix.seen !== null) return `was ${word} from ${since} until ${versionLabel(fix.seen)}`;
  const isPossible = nights.sureness === 'possible';
  if (nights.notMeasuredSince !== null) {
    return `${isPossible ? 'may have been' : 'was'} ${word} since ${since} when last measured`;
  }
  return `${isPossible ? 'may be' : 'is'} ${word} since ${since}`;
}

/** Sentences about the nights: size, cause, doubts, last run. */
function nightSentences(page: RegressionPage & { nights: RegressionNights }): string[] {
  const { nights, explanation, fix } = page;
  const isGone = page.withdrawnAt !== null;
  const doubts = isGone ? '' : doubtsText(nights);
  return [
    levelSentence(page),
    explanation ?? '',
    doubts === '' ? '' : `Not sure: ${doubts}.`,
    !isGone && nights.doubts.includes('newest nights') ? 'From the third night on it can be sure.' : '',
    fix.seen === null ? '' : `Back at the level before since ${versionLabel(fix.seen)}.`,
    notMeasuredSentence(nights),
  ].filter(Boolean);
}

/** `The level fell from 4 712 to 4 241 queries/s: 0.90 (0.88–0.92) over 15 nights.` */
function levelSentence(page: RegressionPage & { nights: RegressionNights }): string {
  const { nights, levelRatio, series } = page;
  const size = sizeText({ ...nights, ratio: levelRatio });
  const over = nights.nights === null ? '' : ` over ${countText(nights.nights, 'night')}`;
  const cost = series?.costs.find(({ metric }) => metric === 'throughput');
  if (!cost) return `The new level is ${size} of the one before${over}.`;
  const { unit, text } = throughputWords(page);
  const verb = page.kind === 'regression' ? 'fell' : 'rose';
  return `The level ${verb} from ${text(cost.before)} to ${text(cost.after)} ${unit}: ${size}${over}.`;
}

/** The commits that a change may come from. */
export function suspectsModel({ firstBad, lastGood, suspects }: RegressionNights) {
  const { after, upTo, href, count, tied } = suspects;
  const isKnown = after !== null && upTo !== null;
  const end = (build: RegressionNights['firstBad']) => ({
    label: buildLabel(build),
    href: build.commit === null ? null : commitHref(build.repository, build.commit),
  });
  return {
    /** `736ae249..11a25bfa`, as git takes it; null where the commits are not known. */
    range: isKnown ? `${shortCommit(after)}..${shortCommit(upTo)}` : null,
    /** The same with whole hashes. */
    copyText: isKnown ? `${after}..${upTo}` : null,
    /** Page with these commits. */
    href,
    lastGood: end(lastGood),
    firstBad: end(firstBad),
    /** What is known of what lies between. */
    note: [
      isKnown ? '' : 'The commits of these builds are not known.',
      tied.length > 0
        ? `${joinNames(tied)} ${tied.length === 1 ? 'has' : 'have'} the same time as the first bad build, and no number tells them apart: each of them may be the first bad one.`
        : '',
      count === null || count === 0
        ? ''
        : `${countText(count, 'known build')} between them ${count === 1 ? 'has' : 'have'} no value here.`,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** What besides the version differs between the first bad version and the last good one; null when nothing does. */
export function recordConfounders({
  confounders,
  firstBad,
  lastGood,
}: Pick<RegressionPage, 'confounders' | 'firstBad' | 'lastGood'>): ConfoundersModel | null {
  if (confounders.length === 0) return null;
  const toItem = ({ what, ...values }: Confounder): ConfounderItem => {
    const label = confounderLabel(what);
    return {
      kind: what,
      label,
      sentence: `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${values.lastGood} in ${lastGood.version}, ${values.firstBad} in ${firstBad.version}.`,
      diffs: [],
    };
  };
  return toModel(confounders.map(toItem));
}
