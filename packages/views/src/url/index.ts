export {
  type AddressProblem,
  isCampaignTag,
  knownName,
  unknownParameter,
  unknownValues,
} from './address-problem';
export { heatmapText, metricText } from './fields';
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
export { queryPairs, type SearchParams, toQuery } from './url-codec';
