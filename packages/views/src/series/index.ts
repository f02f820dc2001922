export { seriesProblems } from './address-problems';
export { prepareSeriesChart } from './chart/prepare-chart';
export { seriesWindow, windowState, zoomWindow } from './chart/series-window';
export { lastRelease } from './overview/overview-base';
export { type OverviewData, toOverviewData } from './overview/overview-data';
export { overviewDocument } from './overview/overview-document';
export { againstText, overviewNotes, prepareOverviewTitle, spanEnds } from './overview/prepare-head';
export { type OverviewLines, prepareOverviewLines } from './overview/prepare-lines';
export { isMostlyUnclear, type OverviewModel, prepareOverview } from './overview/prepare-overview';
export {
  type OverviewPlace,
  type OverviewReadout,
  placeHref,
  placeLabel,
  prepareOverviewReadout,
} from './overview/prepare-readout';
export type { OverviewRow } from './overview/prepare-row';
export { prepareOverviewSentence } from './overview/prepare-sentence';
export { type OverviewSpark, SPARK } from './overview/prepare-spark';
export type { GroupSummary } from './overview/prepare-summary';
export { prepareSeriesMenu, type SeriesMenu } from './prepare-menu';
export { noSeriesLinks } from './prepare-nothing';
export { type LoadedSeries, readSeries } from './read-series';
export { seriesBase } from './series-base';
export type { SeriesData } from './series-data';
export { chosenState, seriesDocument } from './series-document';
export { FIRST_LEVEL, type SeriesState, seriesHref, seriesUrl } from './series-state';
export {
  type ChangeRow,
  changeNights,
  noChangesText,
  prepareChanges,
  prepareSameNight,
} from './tables/prepare-changes';
export { type EventRow, prepareEvents } from './tables/prepare-events';
export {
  NEWEST_ROWS,
  NIGHTS_PAGE,
  type NightRow,
  type NightsTable,
  prepareNights,
} from './tables/prepare-nights';
export { prepareSeriesHead, seriesNotes } from './words/prepare-head';
export { preparePicked } from './words/prepare-picked';
export { prepareSeriesReadout, readoutSource } from './words/prepare-readout';
export { prepareSeriesSentence } from './words/prepare-sentence';
