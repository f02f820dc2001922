/** The part of a line that is secret: from `start` up to `end`. */
export interface SecretSpan {
  start: number;
  end: number;
  /** The placeholder gets quotes: a number in JSON becomes a string. */
  asString?: boolean;
}

/**
 * One form in which a secret is written.
 *
 * `head` finds what stands before the secret; `read` says how far the secret goes. A rule without `read` is for values
 * that are known by themselves: the whole match is the secret, or its group `secret`.
 *
 * A pattern must be linear on any line: no two unbounded quantifiers that can take the same characters.
 */
export interface MaskRule {
  /** Stable; printed by `basecase mask`. */
  name: string;
  /** A line that holds the secret `S3cr3t`, or the secret between « and ». */
  example: string;
  /** With the flags `g`, or `gi`. */
  head: RegExp;
  /** @returns null when no secret follows the head; several for a command with several options */
  read?: (line: string, match: RegExpExecArray) => SecretSpan | readonly SecretSpan[] | null;
}

/** Stands in place of a secret. Fixed, so that masking what is masked changes nothing. */
export const PLACEHOLDER = '***';
