/** Counters of SHOW GLOBAL STATUS that a metric is computed of. They count since the server started. */
export interface MysqlStatusLog {
  type: 'mysql_status';
  dataFsyncs: { value: number; line: number } | null;
  dataWrites: { value: number; line: number } | null;
}
