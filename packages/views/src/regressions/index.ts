export {
  type ListGroup,
  type ListRow,
  prepareFolding,
  prepareGroups,
  prepareNotMeasured,
  prepareSentence,
  prepareTabs,
} from './list/prepare-list';
export { notMeasuredText, sizeText } from './nights/night-words';
export { type NearNights, prepareNearEvents, prepareNearNights } from './nights/prepare-near-nights';
export { prepareNightCosts } from './nights/prepare-night-costs';
export { prepareRecordChart } from './nights/prepare-record-chart';
export { prepareSameNight } from './nights/prepare-same-night';
export { prepareSuspects } from './nights/prepare-suspects';
export { isNightRecord } from './nights/record-data';
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
