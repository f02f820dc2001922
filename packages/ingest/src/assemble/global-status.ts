import type { MysqlStatusLog } from '../parsers/context/database/mysql-status-log';
import type { Measurements } from './measurements';

/**
 * Adds fsyncs_per_write, Innodb_data_fsyncs / Innodb_data_writes, of the SHOW GLOBAL STATUS that was taken after a
 * test. Both count since the server started. Nothing was written: no measurement.
 */
export function addGlobalStatus(
  measurements: Measurements,
  { path, log: { dataFsyncs, dataWrites } }: { path: string; log: MysqlStatusLog },
): void {
  if (dataFsyncs === null || dataWrites === null || dataWrites.value <= 0) return;
  measurements.computed('fsyncs_per_write', dataFsyncs.value / dataWrites.value, {
    file: path,
    line: Math.min(dataFsyncs.line, dataWrites.line),
    lineEnd: Math.max(dataFsyncs.line, dataWrites.line),
    formula: 'fsyncs_per_write',
  });
}
