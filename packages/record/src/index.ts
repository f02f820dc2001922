export {
  menuOf,
  pickPlan,
  recordSession,
  removeSession,
  SESSION_FILE,
} from './agent/record-session';
export {
  type BisectEvent,
  type Bisected,
  bisect,
  openTestsOf,
  readBisect,
  replayBisect,
  testOf,
  verdictOf,
} from './bisect/bisect';
export type { BisectLog, Search, SearchedBuild } from './bisect/bisect-journal';
export { findRepository, git, listCommits, mergeAdvice, parseBuilds } from './bisect/list-builds';
export { packBisect } from './bisect/pack-bisect';
export { claim } from './journal/recording-directory';
export { describeMachine, machineWord } from './machine/facts';
export { examplePlan } from './plan/example-plan';
export { readPlan } from './plan/parse-plan';
export { type Plan, planSchema } from './plan/plan';
export { postgresPlan } from './plan/postgres-plan';
export { drawEnd } from './progress/draw-end';
export { drawOffer, drawTooNoisy } from './progress/draw-offer';
export { drawProgress } from './progress/draw-progress';
export { linesOfEvent } from './progress/line-of-event';
export { findingOf } from './progress/marks';
export { followProgress, type ProgressFollower } from './progress/progress-view';
export { type Offer, type Recording, record } from './record';
export { messageOf, RecordError } from './record-error';
export type { RecordEvent } from './rounds/record-event';
export { tooNoisy } from './rounds/too-noisy';
