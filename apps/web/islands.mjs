// Builds the browser code of the islands of pages, next to Next's own output: see src/islands and ARCHITECTURE.md.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { minify } from 'terser';

const web = import.meta.dirname;
const require = createRequire(import.meta.url);
const entries = path.join(web, 'src/islands/browser');
const out = path.join(web, '.next/static/islands');
/** Where the server offers `out`. Browsers keep files from there for ever, so names hold a hash. */
const PUBLIC = '/_next/static/islands/';
/** Files there that are not entries. */
const PARTS = ['start.ts', 'take-over.tsx', 'carry-to-upload.ts'];
/** Loaded once for all pages. */
const SHARED = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/** @satisfies {import('esbuild').BuildOptions} */
const OPTIONS = {
  outdir: out,
  absWorkingDir: web,
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  metafile: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  // Styles are those of the page, which Next built.
  loader: { '.css': 'empty' },
  logLevel: 'warning',
};

/**
 * Writes the bundles, and `files.json`, which lists the files of each island. Each is built alone: code that several of them
 * use a part of would otherwise be loaded whole by all.
 */
export async function buildIslands() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const shared = await buildShared();
  const names = readdirSync(entries).filter((name) => !PARTS.includes(name));
  const files = await Promise.all(names.map((name) => buildIsland(name, shared)));
  for (const name of readdirSync(out)) await shorten(path.join(out, name));
  writeFileSync(path.join(out, 'files.json'), JSON.stringify(Object.fromEntries(files)));
}

/**
 * Names by how often they are used: 1.5% less to load, packed, than with the bundler's. Terser's own rewriting of the code would
 * take another 0.7% off, and four times as long.
 * @param {string} file
 */
async function shorten(file) {
  const { code } = await minify(readFileSync(file, 'utf8'), { module: true, ecma: 2020, compress: false });
  if (code === undefined) throw new Error(`${file} was not minified`);
  writeFileSync(file, code);
}

/** @typedef {Record<string, { file: string; loads: string[] }>} Shared by module */

/** @returns {Promise<Shared>} */
async function buildShared() {
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: SHARED.map((name) => ({ in: `shared:${name}`, out: name.replace('/', '-') })),
    plugins: [{ name: 'shared', setup: nameExports }],
  });
  return Object.fromEntries(
    Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) => {
      const name = entryPoint?.replace(/^shared:/, '');
      return name
        ? [[name, { file: PUBLIC + path.basename(output), loads: loadedBy(metafile, output) }]]
        : [];
    }),
  );
}

/** Modules in the old form have no exports that another bundle could import by name. @param {import('esbuild').PluginBuild} build */
function nameExports({ onResolve, onLoad }) {
  onResolve({ filter: /^shared:/ }, ({ path: name }) => ({
    path: name.slice('shared:'.length),
    namespace: 'shared',
  }));
  onLoad({ filter: /.*/, namespace: 'shared' }, ({ path: name }) => {
    const names = Object.keys(require(name)).filter(
      (each) => each !== 'default' && /^[A-Za-z]\w*$/.test(each),
    );
    return {
      contents: `import all from '${name}';\nexport default all;\nexport const { ${names.join(', ')} } = all;`,
      resolveDir: web,
    };
  });
}

/** @param {string} name of the file of its entry @param {Shared} shared @returns {Promise<[string, string[]]>} its name, and all that it loads before it runs */
async function buildIsland(name, shared) {
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: [path.join(entries, name)],
    plugins: [{ name: 'use-shared', setup: (own) => useShared(own, shared) }],
  });
  const output = Object.keys(metafile.outputs).find((each) =>
    metafile.outputs[each]?.entryPoint?.endsWith(`/${name}`),
  );
  if (!output) throw new Error(`${name} was not built`);
  const foreign = Object.keys(metafile.inputs).filter((file) =>
    /^(src\/server|.*node_modules\/next)\//.test(file),
  );
  if (foreign.length > 0) throw new Error(`${name} would need the server: ${foreign.join(', ')}`);
  const own = loadedBy(metafile, output);
  const react = Object.values(shared).flatMap(({ file, loads }) => (own.includes(file) ? loads : []));
  return [path.parse(name).name, [...new Set([...own, ...react])]];
}

/** @param {import('esbuild').PluginBuild} build @param {Shared} shared */
function useShared({ onResolve, onLoad }, shared) {
  const filter = new RegExp(`^(${SHARED.join('|')})$`);
  onResolve({ filter }, ({ path: name, kind, namespace }) =>
    // Modules in the old form require it, which a browser can't do for a file.
    kind === 'require-call' && namespace !== 'required'
      ? { path: name, namespace: 'required' }
      : { path: shared[name]?.file, external: true },
  );
  onLoad({ filter: /.*/, namespace: 'required' }, ({ path: name }) => ({
    contents: `export * from '${name}';\nexport { default } from '${name}';`,
    resolveDir: web,
  }));
}

/**
 * All that is loaded before an output has run, itself first: what it imports, and what it loads one after the other (start.ts). What
 * those load is for later.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} output
 * @returns {string[]} paths that a browser asks for
 */
function loadedBy({ outputs }, output) {
  const seen = new Set();
  /** @param {string} each */
  const add = (each) => {
    if (seen.has(each)) return;
    seen.add(each);
    for (const { path: file, kind } of outputs[each]?.imports ?? [])
      if (kind === 'import-statement' || (kind === 'dynamic-import' && each === output)) add(file);
  };
  add(output);
  return [...seen].map((file) => (file.startsWith(PUBLIC) ? file : PUBLIC + path.basename(file)));
}

if (process.argv[1] === import.meta.filename) await buildIslands();
