import type { FormatInfo } from '../../model/format-info';

/** Tables with headings, as spreadsheets and scripts write them: basecase.json maps the columns. */
export const resultsTableFormat: FormatInfo = {
  name: 'results-table',
  tool: 'any tool (CSV with headings)',
  benchmark: null,
  diagnostics: {
    'results-table:COLUMN_MISSING':
      'basecase.json names a column that the table lacks. The table is not read.',
    'results-table:ROW_INVALID':
      'A row holds something else than basecase.json says of its columns. It is left out.',
    'results-table:TOO_MANY':
      'A table with more cells or more text than is read of one file. Its rest is not read.',
  },
};
