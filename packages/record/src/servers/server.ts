import type { Driver } from '../plan/variant-schema';
import type { Processes } from '../processes/processes';

/** How the tools reach a server. */
export interface Connection {
  driver: Driver;
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** One variant's server with its own data directory. */
export interface DatabaseServer {
  /** Null while it does not run, and if the plan has no connection for tools. */
  connection(): Connection | null;
  /** Its first process; null while it does not run, or when its commands leave none. */
  pid(): number | null;
  /** Makes the data directory, without whatever was there. */
  create(): Promise<void>;
  /**
   * @param empty without whatever the tools loaded before
   * @throws Error with the end of its log when it does not come up, or is not the version of the plan
   */
  start(empty: boolean): Promise<void>;
  stop(): Promise<void>;
  /** True when it was started and is gone without having been asked. */
  hasFailed(): boolean;
  /** Does now what it would else do in the middle of a slice: vacuum, write what is dirty. */
  settle(): Promise<void>;
  /** What the commands of a plan see: `BASECASE_PORT` and so on. */
  environment(): Record<string, string>;
}

/** The context of a server. */
export interface ServerContext {
  /** Its own: data, log, what is private. Made by whoever opens it. */
  directory: string;
  processes: Processes;
  /** Of its user in the database; drawn for this recording. */
  password: string;
  /** CPUs it may use, as taskset has them; null for all. */
  cpus: string | null;
  /** Aborted when the recording ends. */
  signal: AbortSignal;
}

/** PostgreSQL and others refuse to run as root; 65534 is the user without rights and needs no account. */
export const UNPRIVILEGED: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Of the database and the user that the tools work with. */
export const DATABASE_NAME = 'sbtest';
