import type { FormatFamily } from '../family';
import { insertBenchmarkFormat as about } from './about';
import { insertBenchmarkAssembler } from './assemble/insert-benchmark-assembler';
import { iibench } from './client/iibench';
import { databaseSize } from './database-size';
import { insertBenchmarkSideFiles } from './side-files';
import { stepReport } from './step-report/step-report';
import { createIndexTable } from './tables/create-index-table';
import { reportTable } from './tables/report-table';

/** The Insert Benchmark: output of its clients, reports of its steps, the author's tables, the study of index creation. */
export const insertBenchmarkFormat: FormatFamily = {
  ...about,
  parsers: [iibench, stepReport, reportTable, createIndexTable, databaseSize, ...insertBenchmarkSideFiles],
  assembler: insertBenchmarkAssembler,
};
