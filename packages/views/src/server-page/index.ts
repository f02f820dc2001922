export { KIND_DECIDES, KIND_LABELS } from './fact-words';
export {
  type ServerMergeState,
  serverMergeHref,
  serverMergeUrl,
  type WorkloadMergeState,
  workloadMergeHref,
  workloadMergeUrl,
} from './merge-state';
export { type ChangeRow, prepareChanges } from './prepare-changes';
export { prepareFactFields } from './prepare-fact-fields';
export { type FactRow, prepareFactRows } from './prepare-facts';
export { prepareServerHead } from './prepare-head';
export { countHeatmaps, prepareMeasured } from './prepare-measured';
export { prepareNames } from './prepare-names';
export { prepareServerMerge } from './prepare-server-merge';
export {
  chooseWorkloads,
  mergeableGroups,
  prepareSideBySide,
  workloadChoice,
} from './prepare-workload-merge';
