export {
  type ListGroup,
  type ListRow,
  prepareFolding,
  prepareGroups,
  prepareSentence,
  prepareTabs,
} from './list/prepare-list';
export { prepareRecordConfounders } from './record/prepare-confounders';
export { prepareCosts } from './record/prepare-costs';
export { elsewhereSentence } from './record/prepare-elsewhere';
export { prepareLadder } from './record/prepare-ladder';
export { describeRecord, type Lede, prepareLede } from './record/prepare-lede';
export { prepareNeighbours } from './record/prepare-neighbours';
export { drawRecord, prepareRecordTable } from './record/prepare-record-card';
export { throughputWords } from './record/throughput-words';
export { DECISIONS, fixText, STATE_LABELS } from './record-words';
export {
  isFiltered,
  KINDS,
  type ListState,
  listHref,
  regressionsUrl,
  SORTS,
  STATES,
  VERDICTS,
} from './regressions-state';
