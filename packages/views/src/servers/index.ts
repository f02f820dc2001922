export { isCost } from '../results/relative';
export { serversProblems } from './address-problems';
export { type VersionKey, withBase } from './column-keys';
export { toInitialPayload, toRest } from './initial-payload';
export { prepareServerList, type ServerList, type ServerListRow } from './list/server-list';
export { AXIS_WIDTH, type Axis, type AxisMark } from './prepare-axis';
export type { RatioCell } from './prepare-cells';
export { prepareFacts } from './prepare-facts';
export { baseName, describe, metaOf, ratioNote, serversText } from './prepare-head';
export type { ServersMenu } from './prepare-menu';
export { ruleSentences } from './prepare-rule';
export { prepareSentence } from './prepare-sentence';
export { type GroupModel, prepareServers, type RowModel, type ServersModel } from './prepare-servers';
export { type LoadedServers, readServers } from './read-servers';
export { isEnough, isOfData, type ServersRest, shownState, withRest } from './rest-data';
export { asksForCores, columnsOf, type ServerShape, shapeOf } from './server-shape';
export type { ServerData, ServersData } from './servers-data';
export { serversDocument } from './servers-document';
export {
  isRecorded,
  keyLabel,
  metricLabel,
  type SelectedServer,
  type ServersSelection,
  toServersSelection,
} from './servers-selection';
export { MAX_SERVERS, SERVERS_METRICS, type ServersState, serversHref, serversUrl } from './servers-state';
export { titleOf } from './servers-title';
export { whyNoVerdicts } from './why-no-verdicts';
