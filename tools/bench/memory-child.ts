import { readUpload } from '@basecase/ingest';

/** Reads one archive and prints the peak memory of the whole process, Node itself included. */
const { runs } = await readUpload(process.argv[2] ?? '');
const results = runs.reduce((sum, run) => sum + run.results.length, 0);
// maxRSS is in kilobytes.
process.stdout.write(JSON.stringify({ peakMegabytes: process.resourceUsage().maxRSS / 1000, results }));
