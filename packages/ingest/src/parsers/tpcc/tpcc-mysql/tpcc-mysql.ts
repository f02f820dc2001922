import { containsAny } from '../../../text/contains-any';
import type { LogParser, Sample } from '../../parser';
import { NAMED_RAW, PARAMETER, PERCENTILE, PROGRESS, RAW, SECONDS, TABLE_RAW, TPMC } from './lines';
import { TpccMysqlDetails } from './tpcc-mysql-details';
import { TpccMysqlSession } from './tpcc-mysql-session';

/** What tpcc_start of tpcc-mysql prints, and an imitation of it in Rust. */
export const tpccMysql: LogParser = {
  kind: 'tpcc-mysql',
  about: 'output of tpcc-mysql: `<Raw Results>`, `[0] sc:481189 lt:584832 ...`, `1066021.000 TpmC`',
  score: scoreTpccMysql,
  open: (reporter) => new TpccMysqlSession(reporter),
  valueLines: [RAW, NAMED_RAW, TABLE_RAW, SECONDS, PERCENTILE, TPMC, PARAMETER, PROGRESS],
  openDetails: () => new TpccMysqlDetails(),
};

/** A rate alone also appears in handwritten notes. */
const CONTENT =
  /^[\t >]{0,40}(?:\*{3} ###easy### TPC-C Load Generator|<Raw Results>|<TpmC>|\[\d\] sc: ?\d+ +lt: ?\d|\d+, trx: \d+, 95%?: |\|New-Order\| sc: \d|\| New-Order {1,20}\|(?: +\d+ \|){4}$)/m;
const LITERALS = [
  '###easy###',
  '<Raw Results>',
  '<TpmC>',
  ' sc:',
  ', trx: ',
  '| sc: ',
  '| New-Order ',
  'pmC',
  'pmc',
];

function scoreTpccMysql({ head, name }: Sample): number {
  const isNamed = /tpcc/i.test(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return 0;
}
