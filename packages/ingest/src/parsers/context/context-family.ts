import { manifestParser } from '../../manifest/manifest-parser';
import type { FormatFamily } from '../family';
import { config } from './config';
import { fileSizes } from './file-sizes';
import { flamegraph } from './flamegraph';
import { innodbStatus } from './innodb-status';
import { keptFiles } from './kept-files';
import { mysqlStatus } from './mysql-status';
import { mysqlVariables } from './mysql-variables';
import { perfStat } from './perf-stat';
import { pgSettings } from './pg-settings';
import { pgStat } from './pg-stat';
import { ps, top } from './process-list';
import { rocksdbLog, rocksdbOptions } from './rocksdb';
import { innodbHistory, meminfo, rates } from './small-tables';
import { time } from './time';

/** What lies beside the logs of a run and says why its numbers are what they are. Kept; facts are read on demand. */
export const contextFamily: FormatFamily = {
  name: 'context',
  parsers: [
    manifestParser,
    config,
    pgSettings,
    pgStat,
    mysqlStatus,
    mysqlVariables,
    innodbStatus,
    innodbHistory,
    perfStat,
    flamegraph,
    rocksdbLog,
    rocksdbOptions,
    ps,
    top,
    time,
    fileSizes,
    meminfo,
    rates,
    ...keptFiles,
  ],
};
