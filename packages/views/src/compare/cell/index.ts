// What is drawn of one cell: pages load it when a cell is opened.
export { prepareConfigDiff } from './prepare-config-diff';
export { prepareEvidence, throughputLogLines } from './prepare-evidence';
export { preparePanel } from './prepare-panel';
export { prepareRepeats } from './prepare-repeats';
export { prepareRounds } from './prepare-rounds';
export { prepareTimelines } from './prepare-timelines';
export { ROUNDS_SIZE } from './rounds-chart';
