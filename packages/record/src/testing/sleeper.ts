import { openProcesses } from '../processes/processes';

// A recorder that has started one process, to be killed: sleeper.ts FILE. It prints the pid of that process.
const [file = ''] = process.argv.slice(2);
const processes = openProcesses({
  file,
  id: 'made-up',
  env: process.env,
  signal: new AbortController().signal,
});
process.stdout.write(`${processes.start('sleep', ['600']).pid}\n`);
setInterval(() => {}, 60_000);
