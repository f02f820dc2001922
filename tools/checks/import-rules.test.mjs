import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';

/**
 * The rules of ARCHITECTURE.md, "Who may import whom". Each import is written into its own file in a scratch copy
 * with the project's biome.json; a forbidden one must fail lint, its allowed neighbour must pass.
 *
 * @type {readonly (readonly [folder: string, forbidden: readonly string[], allowed: readonly string[]])[]}
 */
const RULES = [
  [
    'packages/ingest/src/parsers/fio',
    [
      '@basecase/db',
      '@basecase/analysis',
      '@basecase/views/url',
      'pg',
      'react',
      'next',
      'node:http',
      'node:net',
    ],
    ['../../model/metric', 'node:stream', 'zod', 'tar-stream'],
  ],
  [
    'packages/ingest/src/model',
    ['@basecase/db', 'zod', 'node:fs', '../parsers/registry', '../parsers/fio/family', '../testing/fixtures'],
    ['../parsers/fio/about', './metric', './words/units'],
  ],
  [
    'packages/analysis/src/verdicts',
    ['@basecase/ingest', '@basecase/db', '@basecase/db/types', 'node:fs', 'react', 'zod'],
    ['@basecase/ingest/model', '../ratio'],
  ],
  [
    'packages/contract/src',
    ['@basecase/ingest/model', '@basecase/analysis', '@basecase/db/types', 'node:fs', 'react'],
    ['zod', './words', './fields'],
  ],
  [
    'packages/db/src/queries',
    ['react', 'next/cache', '@trpc/server', '@basecase/views/compare', '@basecase/ingest/src/limits'],
    [
      '@basecase/ingest',
      '@basecase/analysis',
      '@basecase/contract/record',
      '../database',
      'pg',
      'node:fs/promises',
    ],
  ],
  [
    'packages/views/src/compare/heatmap',
    [
      'react',
      'react/jsx-runtime',
      'next',
      'next/navigation',
      'node:fs',
      'node:fs/promises',
      '@basecase/db',
      '@basecase/contract/record',
      '@basecase/db/testing',
      '@basecase/ingest',
      '@trpc/client',
      'zod',
      '../../testing',
      '../../testing/test-view',
    ],
    [
      '@basecase/contract/types',
      '@basecase/contract/words',
      '@basecase/db/types',
      '@basecase/ingest/model',
      '@basecase/analysis',
      '@basecase/analysis/ratio/ratio',
      '../../url/to-query',
      './prepare-row',
    ],
  ],
  [
    'packages/record/src/rounds',
    [
      '@basecase/db',
      '@basecase/db/types',
      '@basecase/views/compare',
      'commander',
      'react',
      'next',
      '@trpc/server',
    ],
    ['@basecase/ingest', '@basecase/ingest/model', '@basecase/analysis', 'pg', 'node:net', '../plan/plan'],
  ],
  [
    'apps/cli/src/commands',
    ['react', 'next', '../../../web/src/server/root', '../../../../apps/web/src/env'],
    [
      '@basecase/ingest',
      '@basecase/analysis',
      '@basecase/db',
      '@basecase/record',
      '@basecase/views/document',
      '../columns',
    ],
  ],
  [
    'apps/web/src/app/compare',
    [
      'pg',
      '@basecase/ingest',
      '@basecase/db/src/queries/get-compare-view',
      '../../../../../packages/db/src/database',
      '@basecase/views/testing',
    ],
    ['@basecase/db', '@basecase/ingest/model', '../../features/compare/compare-screen', '../../server/root'],
  ],
  [
    'apps/web/src/server',
    [
      '../features/compare/compare-screen',
      '../ui/page/top-bar',
      '../app/layout',
      '@basecase/ingest',
      '@basecase/db/testing',
      '@basecase/db/src/database',
    ],
    [
      '@basecase/db',
      '@basecase/views/compare',
      '@basecase/analysis',
      './trpc',
      'next/headers',
      'node:crypto',
    ],
  ],
  [
    'apps/web/src/server/permalinks',
    ['../../features/share/share', '../../ui/grid/draw-queue', '../../app/benchmark-page'],
    ['../trpc', './view-path'],
  ],
  [
    'apps/web/src/islands',
    [
      '../server/database',
      '../server/actions/tokens',
      '../app/layout',
      '../env',
      '@basecase/db',
      'next/navigation',
      'node:path',
    ],
    ['../features/compare/compare-screen', '../ui/page/remember-heatmap', '@basecase/views/compare', 'react'],
  ],
  [
    'apps/web/src/ui/grid',
    [
      '../../features/compare/use-grid',
      '../../server/database',
      '../../server/root',
      '../../server/uploads/receive-upload',
      '../../app/layout',
      '../../env',
      '../../proxy',
      '@basecase/db',
      'next/headers',
      'node:path',
    ],
    ['../table/row', '../../server/actions/tokens', '@basecase/views/text', '@basecase/db/types', 'react'],
  ],
  [
    'apps/web/src/features/compare',
    [
      '../share/share',
      '../share/document/document-screen',
      '../../features/share/share',
      '../../server/root',
      '../../server/pages/load-compare',
      '../../app/benchmark-page',
      '@basecase/db',
      '@basecase/db/src/types/servers',
      '@basecase/ingest',
      '@basecase/views/src/compare/view',
      '@basecase/views/testing',
      'next/headers',
    ],
    [
      './panel/panel',
      '../../ui/grid/draw-queue',
      '../../server/actions/exclusions',
      '@basecase/views/compare',
      '@basecase/db/types',
      'react',
      'next/navigation',
    ],
  ],
  [
    'apps/web/src/features/compare/panel',
    ['../../share/share', '../../share/document/document-body', '../../../server/root', '@basecase/db'],
    ['../toolbar', './evidence', '../../../ui/grid/draw-queue', '../../../server/actions/exclusions'],
  ],
  [
    'apps/web/src/features/compare/panel/charts',
    ['../../../share/share', '../../../../server/root', '../../../../features/share/share'],
    ['../panel', '../../toolbar', '../../../../ui/grid/draw-queue'],
  ],
];

/** Lint must treat a specifier the same however it is written. */
const FORMS = [
  (/** @type {string} */ from) => `import { used } from '${from}';\nexport const kept = used;\n`,
  (/** @type {string} */ from) => `import type { Used } from '${from}';\nexport type Kept = Used;\n`,
  (/** @type {string} */ from) => `export { used } from '${from}';\n`,
  (/** @type {string} */ from) => `export const kept = () => import('${from}');\n`,
];

/** Files that import each other; the second pair by type only. */
const CYCLES = {
  'packages/views/src/cycle/one.ts': `import { two } from './two';\nexport const one = () => two;\n`,
  'packages/views/src/cycle/two.ts': `import { one } from './one';\nexport const two = () => one;\n`,
  'packages/views/src/cycle/shape.ts': `import type { Part } from './part';\nexport type Shape = Part[];\n`,
  'packages/views/src/cycle/part.ts': `import type { Shape } from './shape';\nexport type Part = Shape | null;\n`,
};
const NO_CYCLE = 'packages/views/src/cycle/leaf.ts';

/** Of the routers ui has the type, to ask them with. */
const ROUTER_TYPE = 'apps/web/src/ui/api/router-type.ts';

/** A package that apps/web does not declare, and one that it does. */
const [UNDECLARED, DECLARED] = ['apps/web/src/server/undeclared.ts', 'apps/web/src/server/declared.ts'];

const name = (/** @type {string} */ verdict, /** @type {number} */ index, /** @type {number} */ form) =>
  `${verdict}-${index}-${form}.ts`;

/** @type {string} */
let scratch;
/** @type {Map<string, Set<string>>} rules that failed, by file */
let failed;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'basecase-import-rules-'));
  await copyFile(fromRoot('biome.json'), path.join(scratch, 'biome.json'));
  const files = Object.entries({
    ...CYCLES,
    [NO_CYCLE]: `export { one } from './one';\n`,
    [ROUTER_TYPE]: `import type { AppRouter } from '../../server/root';\nexport type Kept = AppRouter;\n`,
    [UNDECLARED]: `export { parse } from 'acorn';\n`,
    [DECLARED]: `export { z } from 'zod';\n`,
    'apps/web/package.json': await readFile(fromRoot('apps/web/package.json'), 'utf8'),
  });
  for (const [folder, forbidden, allowed] of RULES) {
    for (const [verdict, imports] of /** @type {const} */ ([
      ['forbidden', forbidden],
      ['allowed', allowed],
    ])) {
      imports.forEach((from, index) => {
        FORMS.forEach((write, form) => {
          files.push([path.join(folder, name(verdict, index, form)), write(from)]);
        });
      });
    }
  }
  for (const [file, text] of files) {
    await mkdir(path.join(scratch, path.dirname(file)), { recursive: true });
    await writeFile(path.join(scratch, file), text);
  }
  failed = await lint(scratch);
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

const ONLY = [
  'style/noRestrictedImports',
  'suspicious/noImportCycles',
  'correctness/noUndeclaredDependencies',
];

/** @param {string} folder */
async function lint(folder) {
  const biome = fromRoot('node_modules/@biomejs/biome/bin/biome');
  const rules = ONLY.map((rule) => `--only=${rule}`);
  const args = [
    biome,
    'lint',
    ...rules,
    '--vcs-enabled=false',
    '--reporter=rdjson',
    '--max-diagnostics=none',
    '.',
  ];
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 });
  // Lint fails, as it must; its report says where.
  const { stdout } = await run.catch((/** @type {{ stdout: string }} */ error) => error);
  /** @type {{ diagnostics: { code: { value: string }, location: { path: string } }[] }} */
  const { diagnostics } = JSON.parse(stdout);
  /** @type {Map<string, Set<string>>} */
  const byFile = new Map();
  for (const { code, location } of diagnostics)
    byFile.set(location.path, (byFile.get(location.path) ?? new Set()).add(code.value));
  return byFile;
}

/** @param {string} file */
const failures = (file) => [...(failed.get(file) ?? [])];

describe.each(RULES)('%s', (folder, forbidden, allowed) => {
  /** @param {string} verdict @param {string | number} index @returns in which of the forms it is refused */
  const refused = (verdict, index) =>
    FORMS.map((_, form) =>
      failures(`${folder}/${name(verdict, Number(index), form)}`).includes('lint/style/noRestrictedImports'),
    );

  it.each(forbidden.map((from, index) => [from, index]))('may not import %s', (_, index) =>
    expect(refused('forbidden', index)).toEqual(FORMS.map(() => true)),
  );

  it.each(allowed.map((from, index) => [from, index]))('may import %s', (_, index) =>
    expect(refused('allowed', index)).toEqual(FORMS.map(() => false)),
  );
});

it('finds a cycle of imports, by value and by type, and no cycle where there is none', () => {
  for (const file of Object.keys(CYCLES)) expect(failures(file)).toEqual(['lint/suspicious/noImportCycles']);
  expect(failures(NO_CYCLE)).toEqual([]);
});

it('lets ui have the type of the routers, and nothing else of them', () => {
  expect(failures(ROUTER_TYPE)).toEqual([]);
});

it('knows which packages a workspace declares', () => {
  expect(failures(UNDECLARED)).toEqual(['lint/correctness/noUndeclaredDependencies']);
  expect(failures(DECLARED)).toEqual([]);
});
