import type { FormatInfo } from '../../model/format-info';

/**
 * The open format, for any tool without its own parser. The file names its benchmarks and metrics, so
 * that it brings none itself.
 */
export const resultsJsonFormat: FormatInfo = {
  name: 'results-json',
  tool: 'any tool (results.json)',
  benchmark: null,
  diagnostics: {
    'results-json:HEAD_INVALID':
      'What stands before the results does not follow the schema. The file is not read.',
    'results-json:ROW_INVALID': 'A result does not follow the schema. It is left out.',
    'results-json:TOO_MANY': 'More results, or more custom metrics of a tool, than are read from one file.',
    'results-json:DIRECTION_INFERRED': 'Direction (higher or lower is better) inferred from name and unit.',
    'results-json:NO_MAIN_NUMBER': 'A test has no metric that measures its speed, so it gets no verdict.',
  },
};
