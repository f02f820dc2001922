import { manifestParser } from '../../manifest/manifest-parser';
import type { FormatFamily } from '../family';
import { contextFormat as about } from './about';
import { config } from './config';
import { innodbStatus } from './database/innodb-status';
import { mysqlStatus } from './database/mysql-status';
import { mysqlVariables } from './database/mysql-variables';
import { pgSettings } from './database/pg-settings';
import { pgStat } from './database/pg-stat';
import { rocksdbLog, rocksdbOptions } from './database/rocksdb';
import { fileSizes } from './file-sizes';
import { keptFiles } from './kept-files';
import { perfStat } from './perf-stat';
import { ps, top } from './process-list';
import { innodbHistory, meminfo, rates } from './small-tables';
import { storageInfo } from './storage/storage-info';
import { time } from './time';

/** Files next to the logs of a run that explain its numbers. Stored; facts are read on demand. */
export const contextFormat: FormatFamily = {
  ...about,
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
    rocksdbLog,
    rocksdbOptions,
    ps,
    top,
    time,
    fileSizes,
    storageInfo,
    meminfo,
    rates,
    ...keptFiles,
  ],
};
