export { type ChangeRow, factChangeRows } from './fact-change-rows';
export { factFields } from './fact-fields';
export { type FactRow, factRows } from './fact-rows';
export { KIND_DECIDES, KIND_LABELS } from './fact-words';
export { factsSideBySide } from './facts-side-by-side';
export { countHeatmaps, measuredGroups } from './measured-groups';
export {
  type ServerMergeState,
  serverMergeHref,
  serverMergeUrl,
  type WorkloadMergeState,
  workloadMergeHref,
  workloadMergeUrl,
} from './merge-state';
export { serverHead } from './server-head';
export { serverNamesView } from './server-names-view';
export {
  chooseWorkloads,
  mergeableGroups,
  workloadChoice,
  workloadsSideBySide,
} from './workloads-side-by-side';
