import { z } from 'zod';

/** The settings of the web process. The only file that reads process.env. */
const schema = z.object({
  /** PostgreSQL connection URL; `npm start` sets it to the embedded database. */
  DATABASE_URL: z.string().min(1).default('postgresql://basecase@127.0.0.1:54329/basecase'),
  /** Directory of the blob store: the log files behind the numbers. */
  BASECASE_BLOBS: z.string().min(1).default('.basecase/blobs'),
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
  });
  return parsed;
}
