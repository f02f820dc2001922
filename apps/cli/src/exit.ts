/** Exit codes of the command; scripts rely on them. */
export const EXIT = {
  /** At least one result was printed. */
  ok: 0,
  /** The command line cannot mean anything, or something it needs is not there. */
  usage: 1,
  /** The command line is fine, but nothing could be read. */
  nothingRead: 2,
  /** A backup or its source is damaged or incomplete: the message names the file and place. */
  damaged: 2,
  /** `basecase check` found a change that it should fail on, or a test that stopped working. */
  regressionFound: 3,
  /** `basecase check` found changes for the worse, and each of them may be noise. */
  possibleOnly: 4,
  /** `basecase record` did not begin: the machine is too noisy for what was asked. */
  tooNoisy: 3,
  /** `basecase record` kept what it measured, and could not send it. */
  notSent: 4,
  /**
   * An answer or evidence is missing, and the command does not guess. `ingest`: a decision, and nothing was stored.
   * The message names what is missing and the options that give it.
   */
  undecided: 5,
  /** The same of `basecase check`: past nights that are not there, or can't be had. It never passes without them. */
  noHistory: 5,
  /** Ended by hand: what is whole is kept. */
  stopped: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line is wrong. The message suggests what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A place that is needed is not there, or does not answer. */
export class OutOfReachError extends UsageError {}

/** Names for a message: all, or the first of many. */
export function someOf(names: readonly string[], separator = ', '): string {
  const shown = names.slice(0, MOST_NAMED).map((name) => name || '(without a name)');
  const more = names.length - MOST_NAMED;
  return `${shown.join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMED = 20;
