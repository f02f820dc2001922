import type { LogParser, Sample } from '../../parser';
import { CREATED, INDEX_CREATION } from '../step-report/summary-lines';
import { IibenchDetails } from './iibench-details';
import { IibenchSession } from './iibench-session';

/**
 * What a client of the Insert Benchmark prints, 12 columns before 2023 and 17 since: `o.ib.dop<N>.<client>`. Loads of
 * the study of index creation (`o.ci.<N>m`) go on with the seconds that `create index` took.
 */
export const iibench: LogParser = {
  kind: 'iibench',
  about: 'Insert Benchmark client: columns i_sec t_sec i_ips t_ips ..., a row each second, `Totals:`',
  score: scoreIibench,
  open: (reporter) => new IibenchSession(reporter),
  valueLines: [CREATED, INDEX_CREATION],
  openDetails: () => new IibenchDetails(),
};

const CONTENT = /^i_sec\tt_sec\ti_ips\tt_ips\t/m;
const NAME = /^o\.(?:ib\.dop\d+\.\d+|ci\.\d+m)$/;

function scoreIibench({ name, head, bytes }: Sample): number {
  const isNamed = NAME.test(name);
  if (CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return isNamed && bytes.length > 0 ? 0.3 : 0;
}
