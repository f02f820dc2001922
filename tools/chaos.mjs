// `npm run chaos -- --kills 100 --seed 1`: kills web server, worker, readers and PostgreSQL at random moments while uploads
// are sent, read again, confirmed and deleted, and looks afterwards whether anything is lost, doubled or stuck.
// Everything is its own: database, folder, ports, processes; loopback only. Wants a built web app, or goes without one.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serverFile } from './bootstrap/web-files.mjs';
import { runChaos } from './chaos/run-chaos.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    'no-web': { type: 'boolean', default: false },
  },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isInteger(kills) || kills < 0 || kills > 10_000 || !Number.isInteger(seed)) {
  console.error('usage: npm run chaos -- [--kills 30] [--seed 1] [--no-web]');
  process.exit(1);
}
const hasWeb = !values['no-web'] && existsSync(serverFile);
if (!hasWeb)
  console.log('Without the web server (`npm run build` makes it): uploads go straight into the queue.');

const { report, problems } = await runChaos({ kills, seed, hasWeb, log: (line) => console.log(line) });
console.log(`\n${report.join('\n')}`);
for (const problem of problems) console.error(`✗ ${problem}`);
console.log(
  problems.length === 0
    ? `Nothing is lost, doubled or stuck (seed ${seed}).`
    : `${problems.length} problems. To repeat: npm run chaos -- --kills ${kills} --seed ${seed}`,
);
process.exit(problems.length === 0 ? 0 : 1);
