import { NEUTRAL } from '@basecase/analysis';
import type { RegressionPage } from '@basecase/db/types';
import type { TableCard } from '../../document/table-card';
import { prepareLede } from '../record/prepare-lede';
import { intervalText } from './night-words';
import { prepareRecordChart } from './prepare-record-chart';
import { prepareSameNight } from './prepare-same-night';

/** A record of nights as it is drawn: the nights around it, and with room for it all tests of its night. */
export function drawNightRecord(page: RegressionPage): TableCard {
  const lede = prepareLede(page);
  const chart = page.series && prepareRecordChart(page.series);
  const own = {
    key: page.slug,
    test: page.test.name,
    note: page.test.range === null ? '' : String(page.test.range),
    where: '',
    ratioText: lede.ratio,
    level: lede.level,
    interval: page.nights ? intervalText(page.nights) : '',
  };
  const rows = prepareSameNight(page)?.rows ?? [own];
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

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
