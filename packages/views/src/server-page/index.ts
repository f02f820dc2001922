export {
  type ChangeRow,
  type FactRow,
  factChangeRows,
  factFields,
  factRows,
  factsSideBySide,
  KIND_DECIDES,
  KIND_LABELS,
} from './fact-words';
export { countHeatmaps, measuredGroups, serverHead } from './measured-groups';
export { serverNamesView } from './server-names-view';
export {
  chooseWorkloads,
  mergeableGroups,
  type ServerMergeState,
  serverMergeHref,
  serverMergeUrl,
  type WorkloadMergeState,
  workloadChoice,
  workloadMergeHref,
  workloadMergeUrl,
  workloadsSideBySide,
} from './workloads-side-by-side';
