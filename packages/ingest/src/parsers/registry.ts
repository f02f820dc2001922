import { manifestParser } from '../manifest/manifest-parser';
import { iostat } from './iostat/iostat';
import { mytoolsMet } from './mytools-met/mytools-met';
import { mytoolsPrepare } from './mytools-prepare/mytools-prepare';
import { mytoolsQps } from './mytools-qps/mytools-qps';
import type { LogParser } from './parser';
import { sideFiles } from './side-files/side-files';
import { sysbench } from './sysbench/sysbench';
import { vmstat } from './vmstat/vmstat';

/** Every format that is understood. The order does not matter: the best score wins. */
export const PARSERS: readonly LogParser[] = [
  sysbench,
  vmstat,
  iostat,
  mytoolsMet,
  mytoolsPrepare,
  mytoolsQps,
  manifestParser,
  ...sideFiles,
];
