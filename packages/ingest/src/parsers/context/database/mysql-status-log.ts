import type { NumberAt } from '../../number-line';

/** Counters of SHOW GLOBAL STATUS that a metric is computed of. They count since the server started. */
export interface MysqlStatusLog {
  type: 'mysql_status';
  dataFsyncs: NumberAt | null;
  dataWrites: NumberAt | null;
}
