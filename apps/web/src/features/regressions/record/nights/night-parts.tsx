import type { RegressionPage } from '@basecase/db/types';
import { prepareRecordChart } from '@basecase/views/regressions';
import { NightsDrawing } from '../../../../ui/chart/nights-drawing';
import { Section } from '../../../../ui/page/section';
import { ScrollBox } from '../../../../ui/table/scroll-table';
import { NearEvents } from './near-events';
import { NearNights } from './near-nights';

/** A change between nights: a chart and a table of the nights around it, and the environment changes. */
export function NightParts({ page }: { page: RegressionPage }) {
  const { series, nights } = page;
  if (!series || !nights) {
    return (
      <Section title="Nights">
        <p className="inset mid">The nights of this record are not stored any more.</p>
      </Section>
    );
  }
  const chart = prepareRecordChart(series);
  return (
    <>
      <Section
        title="Nights"
        hint={`relative to the level before; ${series.firstBad} nights before it, and all since`}
        aside={
          <a className="push" href={nights.seriesPath}>
            All nights of this test
          </a>
        }
      >
        {chart ? (
          <ScrollBox label="Chart of nights" className="record-chart">
            <NightsDrawing chart={chart} />
          </ScrollBox>
        ) : null}
      </Section>
      <NearNights series={series} page={page} />
      <NearEvents series={series} />
    </>
  );
}
