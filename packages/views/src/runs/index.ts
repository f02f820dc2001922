export { machineFacts, recordingFacts } from './prepare-recording';
export { prepareResults, type ResultRow, type ResultsModel } from './prepare-results';
export { badMarkTexts, type Fact, runFacts, runSentence, serverFacts } from './prepare-run';
export { type RunsState, runsHref, runsUrl } from './runs-state';
