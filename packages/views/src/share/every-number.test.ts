import { drawReportMarkdown, formatRatio, formatValue, renderTable, toSignificant } from '@basecase/analysis';
import { METRIC_IDS, type MetricId } from '@basecase/ingest/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dbBenchReport } from '../benchmarks/db-bench/db-bench';
import { fsyncReport } from '../benchmarks/fsync/fsync';
import { insertBenchmarkReport } from '../benchmarks/insert-benchmark/insert-benchmark';
import { reportDocument } from '../benchmarks/report-document';
import { versionsPage } from '../benchmarks/report-page';
import { tprocCReport } from '../benchmarks/tproc-c/tproc-c';
import { panelModel } from '../compare/cell/panel-model';
import { toColumnSet } from '../compare/column-set';
import { compareUrl } from '../compare/compare-state';
import { EXPORT_FORMATS, exportTable } from '../compare/export-table';
import { describeView, tableCard } from '../compare/heatmap/heatmap-card';
import { heatmapModel } from '../compare/heatmap/heatmap-model';
import { bandedReadout } from '../compare/heatmap/heatmap-readout';
import { type HeatmapData, toHeatmapData } from '../compare/heatmap-data';
import { toHeatmapSelection } from '../compare/heatmap-selection';
import { toInitialPayload } from '../compare/initial-payload';
import { documentText } from '../document/document-text';
import { stillChart } from '../document/still-chart';
import { documentCards } from '../document/table-card';
import type { ViewDocument } from '../document/view-document';
import { toViewReport } from '../report/view-report';
import { overviewDocument } from '../series/overview/overview-document';
import { seriesDocument } from '../series/series-document';
import { seriesUrl } from '../series/series-state';
import { serversDocument } from '../servers/servers-document';
import { toServersSelection } from '../servers/servers-selection';
import { serversUrl } from '../servers/servers-state';
import { madeOverview } from '../testing/test-overview';
import { testSeries, testSeriesState } from '../testing/test-series';
import { testData, testServer } from '../testing/test-servers';
import { testLine, testTrends } from '../testing/test-trends';
import { makeState, makeView, toEntry } from '../testing/test-view';
import { trendsDocument } from '../trends/trends-document';
import { trendsUrl } from '../trends/trends-state';
import { counterNumber } from '../why/counters/counters-model';

/**
 * The same numbers in each run: every size from the smallest double, which older versions stored, to the largest that
 * bounds allow; near 1, and the extremes.
 */
const RULES = { seed: 30, numRuns: 60 };
const sized = fc
  .tuple(fc.double({ min: 1, max: 9.99, noNaN: true }), fc.integer({ min: -320, max: 17 }))
  .map(([lead, exponent]) => lead * 10 ** exponent);
const cost = fc.oneof(
  sized,
  fc.double({ min: 0, max: 1e6, noNaN: true }),
  fc.constantFrom(0, 5e-324, 1e-99, 1e-101, 0.0049, 1, 1e18),
);
/** Metrics of the open format may be negative. */
const value = fc.tuple(cost, fc.boolean()).map(([size, isNegative]) => (isNegative ? -size : size));
const pair = (one: fc.Arbitrary<number>) => fc.tuple(one, one, one);
/** Ends with a digit or a word, and says neither NaN nor undefined. */
const isText = (text: string) => text !== '' && !/NaN|undefined/.test(text);

function drawDocument(document: ViewDocument): void {
  for (const format of ['json', 'csv', 'tsv', 'md'] as const)
    expect(documentText(document, format)).not.toMatch(/NaN|undefined/);
  documentCards(document);
  if (document.chart) stillChart(document.chart);
}

it('every formatter has a text for every number of every metric', () => {
  const open: MetricId[] = ['open:lower:ms:p99', 'open:none::score'];
  fc.assert(
    fc.property(value, fc.constantFrom(...METRIC_IDS, ...open), (number, metric) => {
      const texts = [formatValue(number, metric), formatRatio(number), toSignificant(number, 3)];
      return texts.every(isText) && isText(counterNumber(Math.abs(number)));
    }),
    { ...RULES, numRuns: 3000 },
  );
});

it('a number that is shown with significant digits never reads as zero', () => {
  fc.assert(
    fc.property(cost, (number) => Number(toSignificant(number, 3)) !== 0 || number === 0),
    { ...RULES, numRuns: 2000 },
  );
});

it('the heatmap, its panel, tables, picture and report draw every number', () => {
  const OPEN: MetricId = 'open:lower:ms:p99';
  const property = fc.property(pair(cost), pair(value), (own, open) => {
    const cell = (at: number) => ({
      throughput: own[at] ?? 0,
      cpu_us_per_op: own[at] ?? 0,
      [OPEN]: open[at] ?? 0,
    });
    const view = makeView({
      benchmark: 'sysbench',
      columns: ['MySQL 5.6.51 - -', 'MySQL 8.0.43 - -', 'MySQL 9.5.0 - -'],
      tests: { scan: [cell(0), cell(1), cell(2)], insert: [cell(2), cell(1), null] },
    });
    const data: HeatmapData = {
      ...toHeatmapData(view),
      noise: { kind: { clients: 1, cached: true }, server: 'unknown', pairs: [] },
    };
    for (const metric of ['throughput', 'cpu_us_per_op', OPEN] as const) {
      const state = { ...compareUrl.defaults, metric };
      const set = toColumnSet(data, state);
      const { groups, selection } = heatmapModel(set, state);
      expect(
        groups
          .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.map(({ text }) => text)))
          .every(isText),
      ).toBe(true);
      bandedReadout(selection, { row: 0, column: 1 });
      panelModel(toHeatmapSelection(set, state), { row: 0, column: 1 });
      toInitialPayload(data, state);
      expect(isText(describeView(data, state).title)).toBe(true);
      tableCard(data, state);
      for (const format of EXPORT_FORMATS)
        expect(exportTable({ view, data }, state, format)).not.toMatch(/NaN|undefined/);
      const { report, ...head } = toViewReport({ view, data, state });
      drawReportMarkdown({ ...head, source: '' }, report);
    }
    for (const format of ['text', 'csv', 'md', 'tsv', 'json'] as const)
      renderTable(view.matrix, { metric: 'all', format });
  });
  fc.assert(property, RULES);
});

it('servers, trends, nights and their overview draw every number', () => {
  const property = fc.property(
    pair(cost),
    fc.array(cost, { minLength: 12, maxLength: 12 }),
    ([a, b, c], nights) => {
      const servers = testData([
        testServer('small', 8, { throughput: [[a, b]], cpu_us_per_op: [[b, c]] }),
        testServer('large', 48, { throughput: [[b, c]] }),
      ]);
      drawDocument(serversDocument(toServersSelection(servers, serversUrl.defaults), serversUrl.defaults));
      const trends = testTrends([testLine(['14.0', '15.0', '17.0'], [[a, b, c]])]);
      for (const mode of ['rel', 'abs'] as const)
        drawDocument(trendsDocument(trends, { ...trendsUrl.defaults, mode }));
      drawDocument(
        seriesDocument(
          testSeries({ throughput: nights, cpu_us_per_op: [...nights].reverse() }),
          testSeriesState(),
        ),
      );
      const overview = madeOverview([
        { name: 'zipf', factor: (night) => nights[night % nights.length] ?? 1 },
      ]);
      drawDocument(overviewDocument(overview, { ...seriesUrl.defaults, columns: '7' }));
    },
  );
  fc.assert(property, RULES);
});

it('nights of negative numbers that differ by their last bit have an axis', () => {
  const nights = Array.from({ length: 30 }, (_, night) => -1e18 - (night % 3) * 128);
  drawDocument(
    seriesDocument(
      testSeries({ 'open:none::score': nights }),
      testSeriesState({ metric: 'open:none::score' }),
    ),
  );
});

it('the reports of benchmarks draw every number', () => {
  const property = fc.property(pair(cost), ([a, b, c]) => {
    const state = makeState();
    const columns = ['MySQL 8.0.43', 'MySQL 9.4.0'];
    const draw = (
      kind: Parameters<typeof versionsPage>[0]['kind'],
      view: ReturnType<typeof makeView>,
      model: Parameters<typeof reportDocument>[0]['model'] | null,
    ) => {
      if (!model) throw new Error(`no report ${kind}`);
      const page = versionsPage({ kind, entries: [toEntry(view)], view, state });
      drawDocument(reportDocument({ page, model, notes: [] }));
    };
    const ib = makeView({
      benchmark: 'insert-benchmark',
      columns,
      tests: { 'l.i0': [a, b], 'qr100.L1': [c, a] },
    });
    draw(
      'insert-benchmark',
      ib,
      insertBenchmarkReport(ib, state, () => ''),
    );
    const fio = makeView({
      benchmark: 'fio',
      columns: ['storage no-sync', 'storage fsync'],
      tests: {
        '16 KB': [
          { throughput: a, bandwidth: b },
          { throughput: b, sync_latency_avg: c },
        ],
      },
    });
    draw(
      'fsync',
      fio,
      fsyncReport([fio], state, () => ''),
    );
    const tproc = makeView({
      benchmark: 'tproc-c',
      columns,
      tests: { 'vu1.w100': [{ throughput: a, tpm: b }, c] },
    });
    draw(
      'tproc-c',
      tproc,
      tprocCReport(tproc, state, () => ''),
    );
    const db = makeView({ benchmark: 'db_bench', columns, tests: { fillseq: [a, b] } });
    draw(
      'db-bench',
      db,
      dbBenchReport([db], state, () => ''),
    );
  });
  fc.assert(property, RULES);
});
