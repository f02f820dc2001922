export { seriesWindow, windowState, zoomWindow } from './chart/series-axis';
export { seriesChart } from './chart/series-chart';
export { lastRelease, type OverviewData, toOverviewData } from './overview/overview-data';
export { type OverviewLines, overviewLines } from './overview/overview-lines';
export { isMostlyUnclear, type OverviewModel, overviewModel } from './overview/overview-model';
export type { OverviewRow } from './overview/overview-row';
export { overviewSentence } from './overview/overview-sentence';
export { type OverviewSpark, SPARK } from './overview/overview-spark';
export type { GroupSummary } from './overview/overview-summary';
export {
  againstText,
  type OverviewPlace,
  type OverviewReadout,
  overviewNotes,
  overviewReadout,
  overviewTitle,
  placeHref,
  placeLabel,
  spanEnds,
} from './overview/overview-words';
export type { SeriesData } from './series-data';
export { chosenState, seriesView } from './series-document';
export { seriesBase } from './series-levels';
export { type SeriesMenu, seriesMenu } from './series-menu';
export { type LoadedSeries, noSeriesLinks } from './series-page';
export { FIRST_LEVEL, type SeriesState, seriesHref, seriesUrl } from './series-state';
export {
  type ChangeRow,
  changeNights,
  type EventRow,
  NEWEST_ROWS,
  NIGHTS_PAGE,
  type NightRow,
  type NightsTable,
  nightsTable,
  noChangesText,
  sameNight,
  seriesChanges,
  seriesEvents,
} from './tables/series-tables';
export { seriesHead, seriesNotes } from './words/series-head';
export { pickedNights, readoutSource, seriesReadout } from './words/series-readout';
export { seriesSentence } from './words/series-sentence';
