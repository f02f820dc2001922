// What is drawn of one cell: pages load it when a cell is opened.
export { configDiffModel, evidenceModel, throughputLogLines } from './evidence-model';
export { panelModel } from './panel-model';
export { ROUNDS_SIZE, repeatsModel, roundsModel } from './rounds-model';
export { stripsModel } from './strips-model';
export { timelinesModel } from './timelines-model';
