import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPlan } from '../plan/parse-plan';
import { record } from '../record';

// A recorder in a separate process, to be killed: record-child.ts PLAN DIRECTORY. It resumes an existing recording.
const [file = '', directory = ''] = process.argv.slice(2);
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('Ctrl C')));
const { why } = await record({
  what: existsSync(join(directory, 'journal.ndjson'))
    ? { resume: directory }
    : { plan: await readPlan(file), directory, dataDirectory: null },
  minutes: null,
  env: process.env,
  signal: stop.signal,
  onEvent: () => {},
  confirm: async () => true,
});
process.stdout.write(`${why}\n`);
