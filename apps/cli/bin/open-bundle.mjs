import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { isMainThread, Worker } from 'node:worker_threads';

const WORKER = new URL('./worker.mjs', import.meta.url);
/**
 * A command ends before code pays that was inlined for long, or compiled soon: a third of all time went into compiling
 * it, on the cores that read. Said before anything is compiled, because what is kept of it is for the same flags only.
 */
setFlagsFromString('--max-inlined-bytecode-size-cumulative=150');
// V8 12, of Node.js 22, counts something else, and would print that it does not know this flag.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=264000');
/** What V8 compiled is of use to the same V8 only. */
const COMPILED = `.${process.versions.v8}-${process.arch}.bin`;

/** Parts of Node.js that most commands never use, and that take milliseconds of each thread to load. */
const LATE = new Set(['node:child_process', 'node:crypto', 'node:readline/promises']);

/** @typedef {{ file: string; script: Script }} Compiled */

/**
 * The command line out of a bundle (`make-bundle.mjs`). Nothing is compiled that was compiled by an earlier start.
 * @param {string} folder of the bundle
 */
export function openBundle(folder) {
  const load = chunksOf(folder);
  return {
    /** Runs the command line of this process. */
    run: () => load('./main.cjs').run(() => new Worker(WORKER, { workerData: folder })),
    /**
     * What a worker that the command line started does.
     * @param {import('node:worker_threads').MessagePort} port
     */
    serve: (port) => load('./reader.cjs').serve(port),
  };
}

/**
 * @param {string} folder
 * @returns {(name: string) => any} `require` within the bundle
 */
function chunksOf(folder) {
  /** @type {Map<string, { exports: any }>} */
  const loaded = new Map();
  /** @type {Compiled[]} */
  const toKeep = [];
  const packages = createRequire(import.meta.url);
  /** @param {string} name */
  const load = (name) => {
    if (LATE.has(name)) return whenUsed(() => packages(name));
    if (!name.startsWith('./')) return packages(name);
    const known = loaded.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const compiled = compile(path.join(folder, name));
    if (compiled.script.cachedDataRejected !== false) toKeep.push(compiled);
    compiled.script.runInThisContext()(module, module.exports, load);
    return module.exports;
  };
  // At the end it is known which functions were needed.
  if (isMainThread) process.once('exit', () => toKeep.forEach(keepCompiled));
  return load;
}

/**
 * @param {string} file
 * @returns {Compiled}
 */
function compile(file) {
  // The bundler writes ASCII.
  const source = `(function (module, exports, require) {${readFileSync(file, 'latin1')}\n})`;
  const cachedData = readCompiled(file);
  return { file, script: new Script(source, { filename: file, ...(cachedData && { cachedData }) }) };
}

/**
 * A module that is loaded when something of it is asked for.
 * @param {() => any} load
 */
function whenUsed(load) {
  return new Proxy({}, { get: (_, name) => load()[name] });
}

/** @param {string} file */
function readCompiled(file) {
  try {
    return readFileSync(file + COMPILED);
  } catch {
    return undefined;
  }
}

/** @param {Compiled} compiled */
function keepCompiled({ file, script }) {
  const written = `${file}.${process.pid}`;
  try {
    writeFileSync(written, script.createCachedData());
    // Renamed into place, so that readers find a complete file.
    renameSync(written, file + COMPILED);
  } catch {
    // It only makes the start faster.
  }
}
