import type { Annotation, AnnotationList } from '@basecase/contract/series';
import type { CliCommand } from '../cli-command';
import { type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { addOptions } from '../options';
import { START } from '../release';
import { type Places, withKept } from '../remote-server';
import { columnsOf, tsvTable } from '../table';

interface AnnotateOptions {
  at?: string;
  server?: string;
  product?: string;
  list?: boolean;
  remove?: string;
  url?: string;
  token?: string;
}

const EXAMPLES = `
Levels of a series may change where something happened beside the software (a kernel, a disk, a compiler, another machine),
and no commit is charged with it. Facts that uploads carry (kernel, compiler, ...) need no annotation.
Uses the database in DATABASE_URL, or that of the running "${START}"; with --url a server over HTTP.

Examples:
  basecase annotate "kernel 6.14" --at 2026-08-29 --server pn53
  basecase annotate "gcc 15" --at 2026-08-29T18:00:00Z --product PostgreSQL
  basecase annotate --list --server pn53
  basecase annotate --remove 7
  BASECASE_TOKEN=bc_… basecase annotate "new disk" --server pn53 --url https://bench.example`;

/** Where annotations are kept: the database of this machine, or a server over HTTP. */
interface Annotations {
  add(annotation: {
    at: string;
    label: string;
    server: string | null;
    product: string | null;
  }): Promise<Annotation>;
  list(server: string | undefined): Promise<Annotation[]>;
  remove(id: string): Promise<Annotation>;
}

/** Adds `basecase annotate` to the command line. */
export function defineAnnotate(command: CliCommand, io: Io): void {
  command
    .option('--at <time>', 'when: a day (its beginning in UTC) or a time (default: now)')
    .option('--server <name>', 'server that it happened to (default: all servers)')
    .option('--product <name>', 'product that it is about (default: all products)')
    .option('--list', 'list annotations, the newest first')
    .option('--remove <id>', 'take an annotation back');
  addOptions(command, 'url', 'token')
    .addHelpText('after', EXAMPLES)
    .runs((label: string | undefined, options: AnnotateOptions) => runAnnotate(label, options, io));
}

/**
 * `basecase annotate`: adds, lists or takes back.
 *
 * @throws UsageError unless it is one of them, and for what is refused
 */
async function runAnnotate(label: string | undefined, options: AnnotateOptions, io: Io): Promise<ExitCode> {
  const { list = false, remove } = options;
  if ([label !== undefined, list, remove !== undefined].filter(Boolean).length !== 1) {
    throw new UsageError(
      'Say what happened, e.g. basecase annotate "kernel 6.14", or use --list or --remove ID.',
    );
  }
  const isAbout = (options.at ?? options.product) !== undefined;
  if (remove !== undefined && (isAbout || options.server !== undefined)) {
    throw new UsageError('--remove takes an id from --list, and nothing else.');
  }
  if (list && isAbout) throw new UsageError('--list takes --server, and nothing else.');
  return withKept(options, io, PLACES, (annotations) => annotate(label, options, { annotations, io }));
}

const PLACES: Places<Annotations> = {
  remote: (server) => ({
    add: (annotation) => server.post<Annotation>('annotations', annotation),
    list: async (name) => (await server.get<AnnotationList>('annotations', { server: name })).annotations,
    remove: (id) => server.delete<Annotation>('annotations', id),
  }),
  async local(db) {
    const { addAnnotation, listAnnotations, removeAnnotation } = await import(
      '@basecase/db/annotations/annotations'
    );
    const { getServerPage } = await import('@basecase/db/servers/get-server-page');
    return {
      add: (annotation) => addAnnotation(db, { ...annotation, by: 'local' }),
      list: async (name) => {
        const server = name === undefined ? undefined : (await getServerPage(db, name)).server.slug;
        return listAnnotations(db, { server });
      },
      remove: (id) => removeAnnotation(db, { id, by: 'local' }),
    };
  },
};

async function annotate(
  label: string | undefined,
  { at, server, product, remove }: AnnotateOptions,
  { annotations, io }: { annotations: Annotations; io: Io },
): Promise<void> {
  if (remove !== undefined) {
    const removed = await annotations.remove(remove);
    await io.print(`taken back: ${describe(removed)}\n`);
  } else if (label === undefined) {
    await io.print(tsvTable(COLUMNS, await annotations.list(server)));
  } else {
    const added = await annotations.add({
      at: at ?? new Date().toISOString(),
      label,
      server: server ?? null,
      product: product ?? null,
    });
    await io.print(`${describe(added)}\n`);
    io.note(`Its series are judged again. Take it back with "basecase annotate --remove ${added.id}".`);
  }
}

function describe({ id, at, label, server, product }: Annotation): string {
  return `annotation ${id}: ${at} ${label}, ${server ?? 'all servers'}, ${product ?? 'all products'}`;
}

const COLUMNS = columnsOf<Annotation>({
  id: 'id',
  at: 'at',
  server: ({ server }) => server ?? 'all',
  product: ({ product }) => product ?? 'all',
  what: 'label',
  by: 'by',
  'taken back': ({ removed }) => (removed ? `by ${removed.by}, ${removed.at}` : ''),
});
