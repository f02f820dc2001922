// `node tools/checks/vitest-task.mjs unit|int FOLDER`: the unit or database tests of a folder, and their counts as the task's output.
import { fromRoot } from '../bootstrap/paths.mjs';
import { writeTally } from './tally.mjs';
import { runVitest } from './vitest-suite.mjs';

const PROJECTS = { unit: ['unit', 'unit-data'], int: ['int', 'int-web', 'int-web-process'] };

const [kind, folder] = /** @type {['unit' | 'int', string]} */ (process.argv.slice(2));
const name = `${kind}-${folder.replaceAll('/', '-')}`;
writeTally(
  folder,
  kind,
  await runVitest({ name, projects: PROJECTS[kind], files: [`${fromRoot(folder)}/`] }),
);
