import type { MatrixDiff } from '@basecase/analysis';

/** Whether the live view still shows what was frozen. */
export type LiveStatus =
  | { state: 'same' }
  | { state: 'gone' }
  | ({ state: 'differs'; newRows?: number; goneRows?: number } & MatrixDiff);
