import type { FormatFamily } from '../family';
import { benchbaseFormat as about } from './about';
import { benchbaseAssembler } from './assemble/benchbase-assembler';
import { benchbaseConfig } from './config/config';
import { benchbaseRaw } from './raw/raw';
import { benchbaseHistograms, benchbaseMetrics, benchbaseParams, benchbaseTable } from './side-files';
import { benchbaseSummary } from './summary/summary';
import { benchbaseWindows } from './windows/windows';

/** BenchBase, and what OLTPBench before it wrote in the same forms. */
export const benchbaseFormat: FormatFamily = {
  ...about,
  parsers: [
    benchbaseSummary,
    benchbaseWindows,
    benchbaseRaw,
    benchbaseConfig,
    benchbaseParams,
    benchbaseMetrics,
    benchbaseHistograms,
    benchbaseTable,
  ],
  assembler: benchbaseAssembler,
};
