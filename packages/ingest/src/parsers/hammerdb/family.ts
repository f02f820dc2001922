import type { FormatFamily } from '../family';
import { hammerdbFormat as about } from './about';
import { hammerdbAssembler } from './assemble/hammerdb-assembler';
import { hammerdb } from './hammerdb';
import { hammerdbParams } from './percona/params';
import { hammerdbRunSummary } from './percona/run-summary';
import { hammerdbSamples } from './percona/samples';
import { serverVersion } from './percona/server-version';
import { systemInfo } from './percona/system-info';
import { hammerdbSideFiles } from './side-files';
import { hammerdbSummary } from './summary-table';

/** TPROC-C by HammerDB: its own output, the layout of mytools, and Percona's tpcc-benchmark-framework. */
export const hammerdbFormat: FormatFamily = {
  ...about,
  parsers: [
    hammerdb,
    hammerdbSummary,
    hammerdbParams,
    hammerdbRunSummary,
    hammerdbSamples,
    serverVersion,
    systemInfo,
    hammerdbSideFiles,
  ],
  assembler: hammerdbAssembler,
};
