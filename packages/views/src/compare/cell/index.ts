// What is drawn of one cell: pages load it when a cell is opened.
export { configDiffModel } from './config-diff-model';
export { evidenceModel, throughputLogLines } from './evidence-model';
export { panelModel } from './panel-model';
export { repeatsModel } from './repeats-model';
export { ROUNDS_SIZE } from './rounds-chart';
export { roundsModel } from './rounds-model';
export { timelinesModel } from './timelines-model';
