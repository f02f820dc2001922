// `npm run nights -- --out DIR`: writes a history of nightly builds as a CI leaves it: run directories of sysbench with a
// basecase.json, in the order of time on standard output. The same seed writes the same bytes. `--tar`: a tarball for each.
import { parseArgs } from 'node:util';
import { runsOf } from './made-runs';
import { SIZE_OPTIONS, SIZE_USAGE, sizeOf } from './options';
import { planNights } from './plan-nights';
import { writeRun } from './write-runs';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { ...SIZE_OPTIONS, out: { type: 'string' }, tar: { type: 'boolean', default: false } },
  });
  const { out, tar } = values;
  if (!out) throw new RangeError('--out says where to write');
  const plan = planNights(sizeOf(values));
  let [runs, files] = [0, 0];
  for (const run of runsOf(plan)) {
    const written = await writeRun(plan, run, { out, isTar: tar });
    console.log(written.path);
    runs += 1;
    files += written.files;
  }
  const { nights, servers } = plan;
  console.error(
    `✓ ${runs} runs of ${nights.length} nights on ${servers.length} servers, ${files} files of them.`,
  );
}

try {
  await main();
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`);
  console.error(`usage: npm run nights -- --out DIR [--tar] ${SIZE_USAGE}`);
  process.exitCode = 1;
}
