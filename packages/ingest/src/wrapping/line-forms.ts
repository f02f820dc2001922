/** The neighbour that a part of a cut line belongs to. */
export type Joint = 'previous' | 'next';

/** Something that is added before each line of a log by who copies it. */
export interface LineForm {
  /** For people who ask what was taken off. */
  readonly name: string;
  /** Sticky; a line is given as one character per byte. The line may end where the form has its last space. */
  readonly pattern: RegExp;
  /** Where a long line was cut in several: which of its neighbours a line belongs to. */
  readonly joint?: (prefix: string) => Joint | null;
  /** True where rows of tables have the form too, with another text in each row. */
  readonly isOneText?: true;
}

const DATE = String.raw`\d{4}-\d\d-\d\d`;
/** A comma before the fraction is that of applications (log4j), whose parsers know their own time stamps. */
const TIME = String.raw`\d\d:\d\d:\d\d(?:\.\d{1,9})?`;
const ZONE = String.raw`(?:Z|[+-]\d\d:?\d\d)`;
/** Steps of GitHub Actions begin with a mark of UTF-8 each, also where they were joined to one file. */
const MARK = String.raw`(?:\xef\xbb\xbf)?`;
/** Spaces at the end of a line are taken off before. */
const END = '(?: |$)';

/** More of a line than this is never looked at. */
export const MAX_PREFIX = 512;

/**
 * In the order in which a tie is decided. A form that is longer than another one of the same kind stands before it.
 *
 * GitLab: `2024-05-14T11:19:20.000000Z 00O+text` has the number of a stream, O or E, and `+` where it continues the line before
 * (docs of FF_TIMESTAMPS). containerd: `2024-05-01T12:34:56.123456789Z stdout F text`, P for a part. `gh run view --log`: job, step
 * and line with tabs between them.
 */
export const LINE_FORMS: readonly LineForm[] = [
  {
    name: 'job and step (gh run view)',
    pattern: sticky(String.raw`[^\t]{1,250}\t[^\t]{1,250}\t(?=${MARK}${DATE}T\d\d:)`),
  },
  {
    name: 'a time stamp in brackets (Jenkins)',
    pattern: sticky(String.raw`\[${DATE}[T ]${TIME}${ZONE}?\]${END}`),
  },
  {
    name: 'a time stamp (GitHub Actions, GitLab, docker, kubectl)',
    pattern: sticky(`${MARK}${DATE}T${TIME}${ZONE}${END}`),
  },
  { name: 'a time stamp', pattern: sticky(`${DATE}[T ]${TIME}${ZONE}?${END}`) },
  {
    name: 'a time stamp (ts, syslog)',
    pattern: sticky(String.raw`[A-Z][a-z]{2} [ \d]\d ${TIME}${END}`),
  },
  {
    name: 'a time and a step (TeamCity)',
    pattern: sticky(String.raw`\[\d\d:\d\d:\d\d\][ A-Za-z]?:\t* ?(?:\[Step \d{1,3}/\d{1,3}\]${END})?`),
  },
  { name: 'a time', pattern: sticky(String.raw`\[${TIME}\]${END}`) },
  { name: 'a time and two spaces (Jenkins)', pattern: sticky(`${TIME}(?:  |$)`) },
  { name: 'a time (ts)', pattern: sticky(`${TIME}${END}`) },
  {
    name: 'the stream (GitLab)',
    pattern: sticky('[0-9a-f]{2}[OE](?:[ +]|$)'),
    joint: (prefix) => (prefix.endsWith('+') ? 'previous' : null),
  },
  {
    name: 'the stream (containerd)',
    pattern: sticky(`std(?:out|err) [FP]${END}`),
    joint: (prefix) => (prefix[7] === 'P' ? 'next' : null),
  },
  { name: 'the pod (kubectl)', pattern: sticky(String.raw`\[pod/[^\]\s]{1,300}\]${END}`) },
  { name: 'the service (docker compose)', pattern: sticky(String.raw`\w[\w.-]{0,100} {1,100}\|${END}`) },
  {
    name: 'host and unit (syslog)',
    pattern: sticky(String.raw`[\w.-]{1,100} [^\s[\]]{1,100}\[\d{1,10}\]:${END}`),
  },
];

/**
 * Forms that lines of a tool may have too: tried one by one, and never for
 * masking (`password: `). `grep` puts no space behind the name of the file.
 */
export const GUESSED_FORMS: readonly LineForm[] = [
  {
    name: 'the host (Fabric)',
    pattern: sticky(String.raw`\[[^\]\s]{1,200}\] (?:out|err):${END}`),
  },
  // Lines of pgbench begin with `progress: `.
  { name: 'the host (pdsh)', pattern: sticky(String.raw`(?!progress:)[\w.@-]{1,200}:${END}`) },
  {
    name: 'the file (grep)',
    pattern: sticky(String.raw`(?!progress:|${DATE}|\d\d:)[\w./@-]{1,200}:(?:\d{1,9}:)?`),
  },
  { name: 'a tag (parallel)', pattern: sticky(String.raw`(?=\S{0,200}[A-Za-z])\S{1,200}(?:\t|$)`) },
  {
    name: 'one tag (parallel)',
    pattern: sticky(String.raw`\S[^\t]{0,200}\t|\S{1,200}$`),
    isOneText: true,
  },
];

/** The first part of every form: a line without one has no form. */
export const MAY_BE_WRAPPED = /\d\d:\d\d:\d\d|\w +\|(?: |\n)|\[pod\//;

/** Lines of Jenkins itself, which have no time stamp, stand between those of the tools. */
export const BESIDE_FORMS = /^\[Pipeline\] /;

function sticky(source: string): RegExp {
  return new RegExp(source, 'y');
}

/** Where a line begins behind a form; -1 where it does not have it. */
export function endOfForm({ pattern }: LineForm, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : -1;
}
