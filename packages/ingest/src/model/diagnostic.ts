import type { FormatCode } from './format-info';

/**
 * Every recoverable problem in an upload. Codes are stable: people grep for them. A format may have
 * additional codes, see `FormatInfo`.
 */
export const DIAGNOSTIC_CODES = {
  UNKNOWN_FORMAT: 'No parser recognizes this file. Kept, not read.',
  AMBIGUOUS_FORMAT: 'Two parsers claim this file equally. Not read.',
  WRAPPER_REMOVED:
    'Each line carries what a CI, a container or a terminal added: a time stamp, a name, colours. It was taken off before the log was read.',
  EMPTY_FILE: 'The file is empty.',
  TRUNCATED_LOG: 'The log ends before its summary: the tool was killed, or the file was cut.',
  ROWS_LOST: 'Rows of a table are missing: their total counts more, or others show that they were there.',
  TOOL_FAILED: 'The benchmark tool reported a fatal error and gave no result.',
  LINE_UNPARSED: 'A line that should hold numbers does not.',
  METRIC_MISSING: 'A metric could not be computed because an input is missing.',
  NO_RESULT: 'Recognized, but it holds no benchmark result. Stored as an attachment.',
  ZERO_THROUGHPUT: 'Throughput is zero, so nothing per operation can be computed.',
  SEVERAL_SUMMARIES: 'The log holds several summaries (checkpoints); the last one counts.',
  DUPLICATE_RESULT: 'A second file for the same test of the same run; kept as a repeat.',
  NAME_UNPARSED: 'A file or directory name does not follow the naming convention.',
  NAME_UNSTORABLE:
    'A name that cannot be stored: it holds NUL or half of a surrogate pair, or is too long. Its results are left out.',
  UNKNOWN_VERSION: 'A version in an unknown format. Kept as text, in natural order after all others.',
  UNKNOWN_TEST: 'A test name that the registry does not know. Shown in the group "other".',
  OLD_SCAN_RULE: 'The summary of the log counts scans as total Krows/s (the rule before 2025-04-19).',
  VALUES_DISAGREE:
    'Two numbers of the upload that must agree do not. Both are suspect: shown, but not compared.',
  VALUE_UNREADABLE:
    'A line of a known form holds something else where a number should be. The number is missing.',
  VALUE_IMPLAUSIBLE: 'A number that no such measurement can have. Not stored.',
  UNSAFE_ENTRY:
    'An archive entry that is a link, a device, encrypted, or has a path outside the archive. Skipped.',
  ENTRY_TOO_LARGE: 'An archive entry over the size limit. Skipped.',
  LINE_TOO_LONG: 'A line over the length limit. The rest of the line was not read.',
  DEVICE_CHOSEN: 'iostat lists several devices and none was asked for; the one named here counts.',
  SERVER_GUESSED:
    'The logs do not name the server; a name was made from the core count and the config name. Choose one.',
  SLA_FAILED:
    'A query step did not sustain its background insert rate (below 95%). Its throughput is not comparable.',
  CLIENTS_FAILED: 'Clients failed while the test ran. The result is kept and is not comparable.',
  SUMMARY_SUPERSEDED:
    'A number of a summary table was left out, because the upload holds the raw log of the same test.',
  SUMMARY_APART:
    'Columns of a summary table, or some of their numbers, cannot be compared with its raw logs.',
  UNITS_APART:
    'A test is in another unit than before, and one cannot be converted into the other. Its numbers are a separate metric.',
  RATIOS_ONLY:
    'A table that holds only ratios. Kept; some are read as a workload of ratios, never as absolute values.',
  SINCE_BOOT:
    'An iostat report that is, or may be, a mean since boot. It counts in no mean; iostat -y leaves it out.',
  NIGHT_THINNED: 'A night that the retention rule thinned out was sent again. Not stored again.',
  VERSION_DISAGREES: 'The path says another version than the log. The log counts.',
  IDENTITY_UNKNOWN:
    'Several experiments share a cell, and what distinguishes them is unknown. Each is kept apart.',
  NAMED_ABOVE:
    'Only the name of a directory above the upload says the product or its version. It may be wrong.',
  LAYOUT_MISMATCH: 'The path of a file does not have the form of the layout. It is read without it.',
  CORRECTED_LATER:
    'The same logs came before, and this upload names something new of them: a correction, which can be undone.',
  MANIFEST_INVALID: 'A field of basecase.json does not follow the schema. Ignored.',
  MANIFEST_UNVERSIONED: 'basecase.json does not have "basecase": 1. Read as version 1.',
} as const;

export type CommonCode = keyof typeof DIAGNOSTIC_CODES;

export type DiagnosticCode = CommonCode | FormatCode;

/** Code → how often it was met in an upload. */
export type DiagnosticCounts = Partial<Record<DiagnosticCode, number>>;

export interface Diagnostic {
  code: DiagnosticCode;
  severity: 'info' | 'warning';
  /** Path within the upload, null when it concerns the whole upload. */
  file: string | null;
  /** 1-based, null when it concerns the whole file. */
  line: number | null;
  /** What was found, what was expected. */
  message: string;
  /** At most 80 characters of the line, secrets masked. */
  excerpt: string | null;
}
