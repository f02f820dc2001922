import { z } from 'zod';

const flag = z
  .enum(['0', '1', ''])
  .default('0')
  .transform((value) => value === '1');

/** The settings of the web process. The only file that reads process.env. */
const schema = z.object({
  /** PostgreSQL connection URL; `npm start` sets it to the embedded database. */
  DATABASE_URL: z.string().min(1).default('postgresql://basecase@127.0.0.1:54329/basecase'),
  /** Directory of the blob store: the log files behind the numbers. */
  BASECASE_BLOBS: z.string().min(1).default('.basecase/blobs'),
  /** 1: bound to this machine only, writing needs no token. `npm start` sets it when HOST is a loopback address. */
  BASECASE_LOCAL: flag,
  /** 1: this process takes uploads from the queue as well. Without it a worker of its own does (tools/worker.mjs). */
  BASECASE_WORKER: flag,
  /** 1: webhooks may call addresses of this machine and its network. In local mode they always may. */
  BASECASE_WEBHOOK_PRIVATE: flag,
  /** Larger uploads are refused. In bytes; they are streamed, so memory is no reason for a limit, disks are. */
  BASECASE_MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(4 * 1024 ** 3),
});

export type Env = z.infer<typeof schema>;

let parsed: Env | undefined;

/**
 * Reads the environment at the first use, not at import: a build has no database.
 *
 * @throws ZodError when a setting is empty
 */
export function env(): Env {
  parsed ??= schema.parse({
    DATABASE_URL: process.env['DATABASE_URL'],
    BASECASE_BLOBS: process.env['BASECASE_BLOBS'],
    BASECASE_LOCAL: process.env['BASECASE_LOCAL'],
    BASECASE_WORKER: process.env['BASECASE_WORKER'],
    BASECASE_WEBHOOK_PRIVATE: process.env['BASECASE_WEBHOOK_PRIVATE'],
    BASECASE_MAX_UPLOAD_BYTES: process.env['BASECASE_MAX_UPLOAD_BYTES'],
  });
  return parsed;
}

/** True under `next dev`, whose own scripts need more than a page in production may do. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development';
}
