export { type ClientsModel, clientsModel } from './clients/clients-model';
export {
  type CounterRow,
  type CountersModel,
  countersModel,
} from './counters/counters-model';
export {
  type FlamegraphModel,
  flamegraphModel,
  type Icicle,
  type IcicleFrame,
  neighbourFrame,
  zoomIcicles,
} from './flamegraph/flamegraph-model';
export { tabOfHash, tabOfKey, WHY_TABS, type WhyTab } from './tabs';
