/** Improvements are kept like regressions, and listed separately. */
export const KINDS = ['regression', 'improvement'] as const;

/**
 * What people decided about a record. `fixed` is also set by data: a later version is back at the previous level. For an
 * improvement it means that a later version lost it.
 */
export const STATES = ['new', 'investigating', 'confirmed', 'noise', 'wont_fix', 'fixed'] as const;

/** Largest, surest or newest record first. */
export const SORTS = ['size', 'certainty', 'date'] as const;

/** The verdicts that name a change. */
export const VERDICTS = [
  'regression',
  'small regression',
  'possible regression',
  'improvement',
  'small improvement',
  'possible improvement',
] as const;
