/** Tables as text, as `format=` names them. */
export const TABLE_FORMATS = [
  ['md', 'Markdown'],
  ['tsv', 'TSV'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const;

/** All numbers of the runs behind what is shown. */
export const RUN_FORMATS = [
  ['results', 'Runs as results.json'],
  ['parquet', 'Runs as Parquet'],
] as const;
