export { type ClientsModel, prepareClients } from './clients/prepare-clients';
export {
  type CounterRow,
  type CountersModel,
  prepareCounters,
} from './counters/prepare-counters';
export {
  type FlamegraphModel,
  type Icicle,
  type IcicleFrame,
  prepareFlamegraph,
} from './flamegraph/prepare-flamegraph';
export { neighbourFrame, zoomIcicles } from './flamegraph/zoom-icicles';
export { tabOfHash, tabOfKey, WHY_TABS, type WhyTab } from './tabs';
