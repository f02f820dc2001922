import { formatRatio, formatValue, NEUTRAL, NO_VALUE, verdictLevel } from '@basecase/analysis';
import type { RegressionPage } from '@basecase/db/types';
import { HEATMAP_METRICS, metricOf } from '@basecase/ingest/model';
import type { CellCard, TableCard } from '../../document/table-card';
import { capital } from '../../text/words';
import { believedLevel } from '../../verdict/verdict-trend';
import { isNightRecord, nightsChart, sameNightModel } from '../nights/record-data';
import { intervalText, throughputWords, verdictWords } from '../record-words';
import { roundsRatioOf } from './ladder-rows';
import { recordLede } from './record-lede';

const THRESHOLD = 0.95;

/** A record as it is drawn: its card, and its table. Of nights the chart is the card. */
export function drawRecord(page: RegressionPage): { table: TableCard; cell: CellCard | null } {
  return { table: recordTable(page), cell: isNightRecord(page) ? null : recordCard(page) };
}

/** A record as an image for social cards: the ratio, its verdict, and what the hardware paid. */
export function recordCard(page: RegressionPage): CellCard {
  const lede = recordLede(page);
  const [own, base] = [page.firstBad, page.lastGood].map(({ column }) =>
    page.costs.find((costs) => costs.column === column),
  );
  const values = page.ladder.filter(({ role }) => role === 'first bad' || role === 'last good');
  const { unit, text } = throughputWords(page);
  const [good, bad] = values.map(({ value }) => (value === null ? NO_VALUE : text(value)));
  const [before = null, step] = [values[0]?.value, values[1]];
  const isOfRounds = step !== undefined && roundsRatioOf(step, before) !== null;
  return {
    test: page.test.name,
    note: page.test.range === null ? '' : `range=${page.test.range}`,
    subtitle: `${page.stop ? 'stopped working in' : page.kind === 'regression' ? 'slower since' : 'faster since'} ${page.product} ${page.firstBad.version}, ${lede.meta[0]}, ${page.workload.label}`,
    tiles: [
      {
        verdict: { text: lede.ratio, level: lede.level },
        words: `${lede.base}: ${bad ?? NO_VALUE} / ${good ?? NO_VALUE} ${unit}${isOfRounds ? '; compared round by round' : ''}`,
      },
      { verdict: { text: verdictWords(page).word, level: NEUTRAL }, words: lede.noise },
    ],
    explanation: page.explanation ?? '',
    names: { own: page.firstBad.version, base: page.lastGood.version },
    metrics: HEATMAP_METRICS.flatMap((metric) => {
      const [value, before] = [own?.absolute[metric] ?? null, base?.absolute[metric] ?? null];
      if (value === null && before === null) return [];
      const ratio = own?.relative[metric] ?? null;
      const level =
        metric === 'throughput' ? lede.level : verdictLevel(ratio, metricOf(metric).direction, THRESHOLD);
      return [
        {
          label: metric === 'throughput' ? unit : metricOf(metric).label,
          own: formatValue(value, metric),
          base: formatValue(before, metric),
          ratio: { text: formatRatio(ratio), level },
        },
      ];
    }),
  };
}

/** The ladder for the image of the whole record; for nights, the tests of its night. */
export function recordTable(page: RegressionPage): TableCard {
  if (isNightRecord(page)) return drawNightRecord(page);
  const lede = recordLede(page);
  return {
    title: lede.title,
    meta: lede.meta.join(', '),
    sentence: `${lede.verdict}. ${lede.sentences[0] ?? ''}`,
    metric: `Relative to ${page.lastGood.version}`,
    legend: 'orange: slower; blue: faster; only sure changes are tinted',
    columns: page.ladder.map(({ version, config, role }) => ({
      name: version,
      detail: role === 'last good' ? 'base' : (config ?? ''),
      isBase: role === 'last good',
    })),
    groups: [
      {
        label: page.test.groupLabel,
        rows: page.neighbours.map(({ name, range, cells }) => ({
          test: name,
          note: range === null ? '' : `range=${range}`,
          cells: page.ladder.map(({ column }) => {
            const cell = cells.find((each) => each.column === column);
            return {
              text: formatRatio(cell?.ratio ?? null),
              level: believedLevel(cell?.ratio ?? null, cell?.verdict ?? 'missing'),
            };
          }),
        })),
      },
    ],
  };
}

/** A record of nights as it is drawn: the nights around it, and with room for it all tests of its night. */
function drawNightRecord(page: RegressionPage): TableCard {
  const lede = recordLede(page);
  const chart = page.series && nightsChart(page.series);
  const own = {
    key: page.slug,
    test: page.test.name,
    note: page.test.range === null ? '' : String(page.test.range),
    where: '',
    ratioText: lede.ratio,
    level: lede.level,
    interval: page.nights ? intervalText(page.nights) : '',
  };
  const rows = sameNightModel(page)?.rows ?? [own];
  return {
    title: lede.title,
    meta: lede.meta.join(', '),
    sentence: [`${lede.verdict}.`, lede.sentences[0], lede.notMeasured && `${capital(lede.notMeasured)}.`]
      .filter(Boolean)
      .join(' '),
    metric: 'Relative to the level before',
    legend: 'orange: slower; blue: faster; only what is sure is tinted',
    columns: [
      { name: 'Ratio', detail: '', isBase: false },
      { name: '95%', detail: 'interval', isBase: false },
    ],
    ...(chart && { nights: chart }),
    groups: [
      {
        label: 'Tests that changed in this night',
        rows: rows.map(({ test, note, where, ratioText, level, interval }) => ({
          test,
          note: [note, where].filter(Boolean).join(' '),
          cells: [
            { text: ratioText, level },
            { text: interval, level: NEUTRAL, isPlain: true },
          ],
        })),
      },
    ],
  };
}
