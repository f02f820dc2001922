export { isCost } from '../results/relative';
export { type VersionKey, withBase } from './column-keys';
export type { RatioCell } from './server-cells';
export { serverFacts } from './server-facts';
export { type ServerList, type ServerListRow, serverList } from './server-list';
export type { ServerData, ServersData } from './servers-data';
export { isEnough, isOfData, type ServersRest, shownState, withRest } from './servers-data';
export { serversView } from './servers-document';
export {
  AXIS_WIDTH,
  type Axis,
  type AxisMark,
  asksForCores,
  columnsOf,
  type GroupModel,
  type RowModel,
  type ServerShape,
  type ServersModel,
  serversModel,
  shapeOf,
} from './servers-model';
export type { ServersMenu } from './servers-page';
export {
  isRecorded,
  keyLabel,
  metricLabel,
  type SelectedServer,
  type ServersSelection,
  toInitialPayload,
  toRest,
  toServersSelection,
  whyNoVerdicts,
} from './servers-selection';
export { MAX_SERVERS, SERVERS_METRICS, type ServersState, serversHref, serversUrl } from './servers-state';
export {
  baseName,
  describe,
  metaOf,
  ratioNote,
  ruleSentences,
  serversSentence,
  serversText,
  titleOf,
} from './servers-words';
