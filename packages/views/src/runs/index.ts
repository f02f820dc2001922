export { prepareResults, type ResultRow, type ResultsModel } from './prepare-results';
export { badMarkTexts, type Fact, runFacts, runSentence, serverFacts } from './prepare-run';
export { benchmarkName, parseRunsState, type RunsState, runsHref } from './runs-search-params';
