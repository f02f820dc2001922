export {
  type AddressProblem,
  isCampaignTag,
  knownName,
  unknownParameter,
  unknownValues,
} from './address-problem';
export { artifactHref } from './artifact-href';
export { BENCHMARK_VIEWS, benchmarkViewHref, type ReportKind } from './benchmark-view-href';
export { embedCode } from './embed-code';
export { feedHref } from './feed-href';
export { MAX_PAGE, MAX_SEARCH, MAX_TEXT, metricText } from './fields';
export { heatmapText } from './heatmap-ref';
export { METHOD_TOPICS, type MethodTopic, methodHref } from './method-href';
export { queryPairs, type SearchParams } from './query-pairs';
export { serverHref } from './server-href';
export { toQuery } from './to-query';
