/** Improvements are kept like regressions, and listed separately. */
export const KINDS = ['regression', 'improvement'] as const;

/**
 * What people decided about a record. `fixed` is also set by data: a later version is back at the previous level. For an
 * improvement it means that a later version lost it.
 */
export const STATES = ['new', 'investigating', 'confirmed', 'noise', 'wont_fix', 'fixed'] as const;

/** Largest, surest or newest record first. */
export const SORTS = ['size', 'certainty', 'date'] as const;

/** The verdicts that name a change, and that of a test which stopped working: a regression without a ratio. */
export const VERDICTS = [
  'stopped working',
  'regression',
  'small regression',
  'possible regression',
  'improvement',
  'small improvement',
  'possible improvement',
] as const;

/** Why a test that worked has no number any more. */
export const STOP_REASONS = ['0 operations', 'failed', 'not run'] as const;

/**
 * queued → reading → stored | failed | cancelled. An upload that is held stops at preview, and goes through queued
 * and reading again when it is confirmed.
 */
export const UPLOAD_STATES = ['queued', 'reading', 'preview', 'stored', 'failed', 'cancelled'] as const;

/** What a webhook announces. */
export const WEBHOOK_EVENTS = [
  'regression.new',
  'regression.sure',
  'regression.fixed',
  'regression.withdrawn',
] as const;

/** How messages are written: for programs, for a channel of a chat, as a mail, or as an issue of a repository. */
export const WEBHOOK_FORMATS = ['json', 'slack', 'teams', 'mail', 'github', 'gitlab'] as const;

/** When a mail is sent: at once, or all news of a day or week in one mail. */
export const DIGESTS = ['now', 'daily', 'weekly'] as const;

/** What is known of a server, in the order of lists; `memoryBytes` in bytes. */
export const SERVER_FACTS = ['kind', 'cores', 'cpu', 'memoryBytes', 'storage', 'os'] as const;

/** Names, slugs and keys are shorter: the name of a test has up to 500 characters, its key the range as well. */
export const MAX_TEXT = 600;
/** Of the note on a cell. */
export const MAX_NOTE = 500;
/** Of words that the database is searched for. */
export const MAX_SEARCH = 600;
/** Of the pages of a list. */
export const MAX_PAGE = 100_000;

/** An event is of one kind: tests that stopped working are part of a regression. */
export const EVENT_KINDS = ['regression', 'improvement'] as const;

/** States that a list of events shows. */
export const SHOWN_EVENT_STATES = ['open', ...STATES, 'closed', 'withdrawn', 'all'] as const;

/** Newest or largest event first. */
export const EVENT_SORTS = ['first seen', 'size'] as const;

/** How a search of the first bad build ends. */
export const SEARCH_ENDS = ['first bad', 'unclear', 'no difference'] as const;

/** Not seen for longer, an agent is away: it asks for a plan every quarter of a minute, or calls within its lease. */
export const AGENT_AWAY_MS = 10 * 60_000;
