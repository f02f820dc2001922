import { metric } from '../metric-entry';

/** Counts of key-value clients other than their rate. */
export const OPERATION_METRICS = [
  metric(
    'operations',
    'operations',
    'operations',
    'none',
    0,
    'Operations that the client counted: those that succeeded, in the first versions of YCSB all.',
  ),
] as const;
