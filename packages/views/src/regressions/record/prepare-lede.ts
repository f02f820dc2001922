import { formatRatio, type Level, toPrintfFixed } from '@basecase/analysis';
import type { LadderStep, RegressionNights, RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { serverClass } from '../../text/server-name';
import { shortWorkloadLabel } from '../../text/workload-label';
import type { MethodTopic } from '../../url/method-href';
import { believedLevel } from '../../verdict/believed-level';
import { CALIBRATE } from '../../verdict/calibration-words';
import { intervalText, lineText, notMeasuredSentence, notMeasuredText } from '../nights/night-words';
import { nightSentences, nightTitle } from '../nights/prepare-night-lede';
import { prepareSuspects } from '../nights/prepare-suspects';
import { bandText, verdictWords } from '../record-words';
import { throughputWords } from './throughput-words';

export interface Lede {
  title: string;
  /** Server, workload, build: each in a few words. */
  meta: string[];
  ratio: string;
  level: Level;
  /** `of 15.15`. */
  base: string;
  /** `noise ±5.5%`, `95%: 0.88–0.92`. */
  noise: string;
  verdict: string;
  topic: MethodTopic;
  /** `not measured since 12 Nov 2026`; empty while it is measured, and between releases. */
  notMeasured: string;
  /** What the numbers say, sentence by sentence. */
  sentences: string[];
}

/** The head of a record: one number, one verdict, and what it rests on. */
export function prepareLede(page: RegressionPage): Lede {
  const { nights } = page;
  const isSeries = nights?.judgedBy === 'series';
  return {
    title: recordTitle(page),
    meta: prepareMeta(page),
    ratio: formatRatio(page.ratio),
    level: believedLevel(page.ratio, page.verdict),
    base: isSeries ? 'of the level before' : `of ${versionLabel(page.lastGood.version)}`,
    noise: isSeries ? `95%: ${intervalText(nights)}` : `noise ${bandText(page.band)}`,
    verdict: verdictWords(page).word,
    topic: verdictWords(page).topic,
    notMeasured: notMeasuredText(nights),
    sentences: isSeries ? nightSentences({ ...page, nights }) : prepareSentences(page),
  };
}

/** Title and description for the window, search and social cards. */
export function describeRecord(page: RegressionPage): { title: string; description: string } {
  const { title, ratio, base, verdict, sentences } = prepareLede(page);
  const today = notMeasuredSentence(page.nights);
  const parts = [`${ratio} ${base}.`, `${verdict}.`, sentences[0] ?? '', today];
  return { title, description: [...new Set(parts)].filter(Boolean).join(' ') };
}

type Titled = Pick<
  RegressionPage,
  'test' | 'kind' | 'product' | 'firstBad' | 'step' | 'fix' | 'withdrawnAt' | 'build' | 'nights'
>;

/** `update-zipf is slower since PostgreSQL 16.10`; in the past tense when it is over. */
export function recordTitle(record: Titled): string {
  const { test, product, firstBad, step, fix, build, nights } = record;
  const name = [test.name, test.range === null ? '' : `range=${test.range}`].filter(Boolean).join(' ');
  const word = record.kind === 'regression' ? 'slower' : 'faster';
  const config = build?.config ? ` with ${build.config}` : '';
  if (nights) return `${name} ${nightTitle({ ...record, nights })}${config}`;
  if (step === 'isolated') return `${name} was ${word} in ${product} ${firstBad.version} only${config}`;
  if (fix.seen !== null) {
    return `${name} was ${word} from ${product} ${firstBad.version} until ${fix.seen}${config}`;
  }
  const verb = record.withdrawnAt === null ? 'is' : 'seemed';
  return `${name} ${verb} ${word} since ${product} ${firstBad.version}${config}`;
}

function prepareMeta({ server, workload, firstBad, lastGood, product, nights }: RegressionPage): string[] {
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
  const { range } = prepareSuspects(nights);
  return range === null ? '' : `commits ${range}`;
}

function prepareSentences(page: RegressionPage): string[] {
  const { judged, explanation } = page;
  const calibrated = judged.calibrated
    ? judged.bandSentence
    : `${judged.bandSentence} Not calibrated: no A/A pair is stored for this server and workload, and the error rate is unknown. ${CALIBRATE}`;
  return [
    valuesSentence(page),
    page.nights ? 'Fewer than 12 nights: builds are compared in pairs, and nothing is sure.' : '',
    notMeasuredSentence(page.nights),
    explanation ?? '',
    calibrated,
    judged.stepSentence,
    judged.shiftSentence ?? '',
    judged.settleSentence,
  ].filter(Boolean);
}

/** `16.10 does 35 046 queries/s, 15.15 did 41 562.` With the change, unless an explanation names it. */
function valuesSentence(page: RegressionPage): string {
  const { ladder, explanation } = page;
  const [own, base] = [measured(ladder, 'first bad'), measured(ladder, 'last good')];
  if (!own || !base) return '';
  const change = own.value / base.value - 1;
  const percent = toPrintfFixed(Math.abs(change) * 100, 0);
  const size = explanation === null ? `: ${percent}% ${change < 0 ? 'less' : 'more'}` : '';
  const { unit, text } = throughputWords(page);
  const names = [own, base].map(({ version }) => versionLabel(version));
  return `${names[0]} reaches ${text(own.value)} ${unit}, ${names[1]} reached ${text(base.value)}${size}.`;
}

function measured(ladder: readonly LadderStep[], role: LadderStep['role']) {
  const step = ladder.find((each) => each.role === role);
  return step?.value ? { version: step.version, value: step.value } : null;
}
