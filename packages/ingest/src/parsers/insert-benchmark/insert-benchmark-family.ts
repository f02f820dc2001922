import type { FormatFamily } from '../family';
import { insertBenchmarkAssembler } from './assemble/insert-benchmark-assembler';
import { createIndexTable } from './create-index-table';
import { databaseSize } from './database-size';
import { iibench } from './iibench';
import { reportTable } from './report-table';
import { insertBenchmarkSideFiles } from './side-files';
import { stepReport } from './step-report';

/** The Insert Benchmark: output of its clients, reports of its steps, the author's tables, the study of index creation. */
export const insertBenchmarkFamily: FormatFamily = {
  name: 'insert-benchmark',
  parsers: [iibench, stepReport, reportTable, createIndexTable, databaseSize, ...insertBenchmarkSideFiles],
  assembler: insertBenchmarkAssembler,
};
