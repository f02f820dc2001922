/** Content types of a table as text. */
export const TABLE_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
} as const;
