// Started by `npm run fuzz`: one round of made-up logs, archives and manifests, and HTTP requests when a server is named.
// Ends with 1 when a fault was found.
import { parseArgs } from 'node:util';
import { KINDS, type Kind } from './inputs';
import { type ReadingReport, runReading } from './run-reading';
import { fuzzServer } from './server-requests';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    logs: { type: 'string', default: '0' },
    archives: { type: 'string', default: '0' },
    manifests: { type: 'string', default: '0' },
    requests: { type: 'string', default: '0' },
    url: { type: 'string' },
  },
});
const seed = Number(values.seed);
const corpus = process.env['BASECASE_CORPUS'];
let faults = 0;

for (const kind of KINDS) {
  const count = Number(values[kind]);
  if (count > 0) say(kind, await runReading({ kind, seed, count, corpus }));
}
if (values.url && Number(values.requests) > 0) {
  const report = await fuzzServer(values.url, { seed, requests: Number(values.requests) });
  faults += report.faults.length;
  for (const fault of report.faults) console.error(`FAULT ${fault}`);
  console.log(`requests: ${report.sent} sent to ${report.routes} routes, ${report.faults.length} faults`);
}
process.exitCode = faults > 0 ? 1 : 0;

function say(kind: Kind, report: ReadingReport): void {
  faults += report.faults.length;
  for (const fault of report.faults) console.error(`FAULT ${fault}`);
  const { read, refused, slowest, peakMegabytes } = report;
  console.log(
    `${kind}: ${read} read, ${refused} refused, ${report.faults.length} faults; ` +
      `the slowest (${slowest.index}) took ${slowest.seconds.toFixed(1)} s, the peak was ${peakMegabytes.toFixed(0)} MB`,
  );
}
