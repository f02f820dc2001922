import type { FormatFamily } from '../family';
import { tpccFormat as about } from './about';
import { tpccAssembler } from './assemble/tpcc-assembler';
import { cockroachTpcc } from './cockroach/cockroach';
import { goTpc } from './go-tpc/go-tpc';
import { oltpbench } from './oltpbench/oltpbench';
import { pyTpcc } from './py-tpcc/py-tpcc';
import { tpccMysql } from './tpcc-mysql/tpcc-mysql';

/** Clients of TPC-C: tpcc-mysql, go-tpc, py-tpcc, CockroachDB's workload, OLTPBench. */
export const tpccFormat: FormatFamily = {
  ...about,
  parsers: [tpccMysql, goTpc, pyTpcc, cockroachTpcc, oltpbench],
  assembler: tpccAssembler,
};
