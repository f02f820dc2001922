#!/usr/bin/env node
/**
 * Prisma's schema engine over WebAssembly; see README.md. It speaks the protocol of the native one: JSON-RPC
 * over stdio, the `cli` subcommands and `--version`. Keep the file executable (git mode 755): Prisma starts it directly.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { withClient } from '../bootstrap/database.mjs';
import { createMigrationAdapter, toAdminUrl } from './migration-adapter.mjs';

const packageDirectory = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
const { values: options, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  strict: false,
  options: {
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    version: { type: 'boolean', short: 'V' },
  },
});
const datasource = options.datasource ? JSON.parse(options.datasource) : {};
const url = datasource.url ?? process.env.DATABASE_URL;

/** PostgreSQL and system error codes as Prisma's codes; everything else is "cannot reach the server". */
const PRISMA_CODES = { '3D000': 'P1003', '28P01': 'P1000', 28000: 'P1000', ETIMEDOUT: 'P1002' };

/** @param {string} of the database */
const databaseNameOf = (of) => decodeURIComponent(new URL(of).pathname.slice(1));

/** @returns the name of the database that was created */
async function createDatabase(of) {
  const name = databaseNameOf(of);
  await withClient(toAdminUrl(of), (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`));
  return name;
}

/** The engine's log format: one JSON object a line on stderr. The Prisma CLI prints the last one on failure. */
function logError(message, errorCode) {
  const fields = { message, error_code: errorCode, is_panic: false };
  const entry = {
    timestamp: new Date().toISOString(),
    level: 'ERROR',
    fields,
    target: 'schema_engine::logger',
  };
  process.stderr.write(`${JSON.stringify(entry)}\n`);
}

async function printVersion() {
  const manifest = JSON.parse(await readFile(path.join(packageDirectory, 'package.json'), 'utf8'));
  process.stdout.write(`schema-engine-cli ${manifest.version.split('.').pop()}\n`);
}

/** @returns the exit code of `cli can-connect-to-database | create-database | drop-database` */
async function runCliCommand(command) {
  const commands = {
    'can-connect-to-database': () => withClient(url, (client) => client.query('SELECT 1')),
    'create-database': () => createDatabase(url),
    'drop-database': () =>
      withClient(toAdminUrl(url), (client) =>
        client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(databaseNameOf(url))} WITH (FORCE)`),
      ),
  };
  process.stderr.write('\n');
  try {
    if (!commands[command]) throw new Error(`unsupported cli command ${command}`);
    await commands[command]();
    return 0;
  } catch (error) {
    logError(error.message || String(error), PRISMA_CODES[error.code] ?? 'P1001');
    return 1;
  }
}

async function loadEngine() {
  // The WebAssembly module reports panics through this global, as it does inside the Prisma CLI.
  globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
    message: '',
    get() {
      return this.message;
    },
    set_message(message) {
      this.message = `RuntimeError: ${message}`;
    },
  };
  const wasm = await readFile(path.join(packageDirectory, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': engineBindings });
  engineBindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const datamodels = options.datamodels
    ? await Promise.all(options.datamodels.map(async (file) => [file, await readFile(file, 'utf8')]))
    : undefined;
  const factory = bindMigrationAwareSqlAdapterFactory(createMigrationAdapter(url));
  return engineBindings.SchemaEngine.new({ datamodels }, () => {}, factory);
}

let engine;
/** Methods that need a server, not the engine. */
const directMethods = {
  createDatabase: async (params) => ({ databaseName: await createDatabase(params.datasource?.url ?? url) }),
  ensureConnectionValidity: async () => {
    await withClient(url, (client) => client.query('SELECT 1'));
    return {};
  },
  getDatabaseVersion: () =>
    withClient(url, async (client) => (await client.query('SELECT version() AS version')).rows[0].version),
};

async function call({ id, method, params = {} }) {
  if (directMethods[method]) return directMethods[method](params);
  engine ??= await loadEngine();
  if (typeof engine[method] !== 'function') throw new Error(`unknown method ${method}`);
  const result = await engine[method](params);
  if (method !== 'diff' || result.stdout == null) return result ?? {};
  // The native engine prints a diff by calling back; the WebAssembly one returns it.
  send({ id: `print-${id}`, method: 'print', params: { content: result.stdout } });
  return { ...result, stdout: null };
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

async function answer(request) {
  try {
    send({ id: request.id, result: await call(request) });
  } catch (error) {
    const data = {
      is_panic: false,
      message: error?.message ?? String(error),
      meta: error?.meta ?? null,
      error_code: error?.code ?? error?.error_code ?? null,
    };
    const message = 'An error happened. Check the data field for details.';
    send({ id: request.id, error: { code: 4466, message, data } });
  }
}

/** Requests are answered one after another, in the order they came. */
function serve() {
  let last = Promise.resolve();
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    if (!line.trim()) return;
    const message = JSON.parse(line);
    const isReplyToPrint = !message.method;
    if (isReplyToPrint) return;
    last = last.then(() => answer(message));
  });
  lines.on('close', () => last.finally(() => process.exit(0)));
}

if (options.version) await printVersion();
else if (positionals[0] === 'cli') process.exitCode = await runCliCommand(positionals[1]);
else serve();
