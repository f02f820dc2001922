export {
  type AddressProblem,
  isCampaignTag,
  knownName,
  unknownParameter,
  unknownValues,
} from './address-problem';
export { heatmapText, MAX_PAGE, MAX_SEARCH, MAX_TEXT, metricText } from './fields';
export {
  artifactHref,
  BENCHMARK_VIEWS,
  benchmarkViewHref,
  embedCode,
  feedHref,
  METHOD_TOPICS,
  type MethodTopic,
  methodHref,
  type ReportKind,
  serverHref,
} from './hrefs';
export { queryPairs, type SearchParams, toQuery } from './to-query';
