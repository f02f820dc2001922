// Builds a small program in 20 commits, of which one makes it slower, and searches that commit with `basecase bisect`: real
// builds, real measurements of this machine. Prints the verdict; exit code 1 if it is wrong.
// node tools/bisect/real-bisect.mjs [seed]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const COMMITS = 20;
const seed = Number(process.argv[2] ?? 1);
const firstBad = 1 + ((seed * 7) % (COMMITS - 1));
const root = mkdtempSync(path.join(tmpdir(), 'basecase-real-'));
const clone = path.join(root, 'clone');
const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-C', clone, ...args], {
    encoding: 'utf8',
  }).trim();

/** Hashes blocks of numbers; the slow form mixes each number once more in one of 32. */
const program = (/** @type {number} */ number, /** @type {boolean} */ isSlow) => `// commit ${number}
const block = new Uint32Array(4096).map((_, index) => index * 2654435761);
export function work() {
  let hash = ${number};
  for (let index = 0; index < block.length; index++) {
    hash = Math.imul(hash ^ block[index], 16777619);
    hash ^= hash >>> 13;
${isSlow ? '    if ((index & 31) === 0) hash = Math.imul(hash ^ (hash >>> 16), 2246822507) % 1000003;\n' : ''}  }
  return hash;
}
`;

/** Operations per second of CPU time, which other programs of the machine change least. */
const BENCH = `
const { work } = await import(process.argv[2]);
let sink = 0;
const spin = (milliseconds) => {
  const begun = process.cpuUsage().user;
  let count = 0;
  while (process.cpuUsage().user - begun < milliseconds * 1000) {
    for (let round = 0; round < 50; round++) sink ^= work();
    count += 50;
  }
  return (count * 1e6) / (process.cpuUsage().user - begun);
};
spin(300);
const value = spin(1500);
console.log(JSON.stringify({ basecaseResults: 1, tool: 'hash-bench', results: [{ test: 'hash', value, unit: 'ops/s' }] }));
if (sink === 0.5) console.log(sink);
`;

try {
  execFileSync('git', ['init', '-q', '-b', 'main', clone]);
  for (let number = 0; number <= COMMITS; number++) {
    writeFileSync(path.join(clone, 'work.mjs'), program(number, number >= firstBad));
    git('add', '-A');
    git('commit', '-qm', `commit ${number}`);
  }
  writeFileSync(path.join(root, 'bench.mjs'), BENCH);
  // The build: a copy, made once for each commit.
  const script = `#!/bin/sh\n[ -e built.mjs ] || cp work.mjs built.mjs\nexec node '${root}/bench.mjs' "$PWD/built.mjs" > "$BASECASE_OUT/results.json"\n`;
  writeFileSync(path.join(root, 'run.sh'), script, { mode: 0o755 });
  const bisect = path.resolve(import.meta.dirname, '../../apps/cli/bin/basecase.mjs');
  const good = git('rev-parse', `HEAD~${COMMITS}`);
  const begun = performance.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [bisect, 'bisect', good, 'main', '--json', '--', path.join(root, 'run.sh')],
    { cwd: clone, encoding: 'utf8', env: { ...process.env, BASECASE_STATE: root, DATABASE_URL: '' } },
  );
  if (!stdout) throw new Error(stderr);
  const { found, firstBad: answer, chance, change, runs, noiselessRuns } = JSON.parse(stdout);
  const wanted = git('rev-parse', `HEAD~${COMMITS - firstBad}`);
  const percent = (/** @type {number} */ x) => `${((Math.exp(x) - 1) * 100).toFixed(1)}%`;
  console.log(
    `${answer === wanted ? 'right' : 'WRONG'}: ${found}, commit ${firstBad} of ${COMMITS}, chance ${chance?.toFixed(3)}, change ${percent(change.x)} (${percent(change.low)} to ${percent(change.high)}), ${runs} runs, ${noiselessRuns} without noise, ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
  process.exitCode = answer === wanted ? 0 : 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
