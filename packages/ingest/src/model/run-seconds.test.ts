import { expect, it } from 'vitest';
import { runSeconds } from './run-seconds';

it.each([
  ['sysbench oltp_point_select --tables=1 --time=60 --threads=4 run', 60],
  ['sysbench --max-time=1800 --num-threads=1 run', 1800],
  ['db_bench --benchmarks=overwrite --duration=1200', 1200],
  ['sysbench x --time 30 run', 30],
  ['sysbench x --time=30 --time=45 run', 45],
  ['sysbench x --time=0 --events=1000 run', null],
  ['sysbench x --timeout=30 --report-interval=1 run', null],
  ['sysbench x --time=1.5 run', null],
  ['', null],
  [null, null],
])('%s', (command, seconds) => {
  expect(runSeconds(command)).toBe(seconds);
});
