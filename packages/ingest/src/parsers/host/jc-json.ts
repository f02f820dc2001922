import type { LogParser } from '../parser';

/** First key of jc's JSON for vmstat and iostat: `[{"runnable_procs":0,...`, `[{"percent_user":11.66,...`. */
const FIRST_KEY =
  /^\s*\[?\s*\{\s*"(?:runnable_procs|percent_user)"\s*:|^\s*\[?\s*\{\s*"device"\s*:.*"type"\s*:\s*"device"/;

/** vmstat and iostat logs that jc made JSON of. Kept, not read: the log itself has the same numbers with their lines. */
export const jcJson: LogParser = {
  kind: 'jc-json',
  score: ({ head }) => (FIRST_KEY.test(head) ? 0.9 : 0),
  open: null,
};
