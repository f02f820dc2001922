import type { FormatInfo } from '../../model/format-info';

/**
 * The open format: what any tool writes that has no parser of its own. Benchmarks and metrics are named by the file, so
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
    'results-json:TOO_MANY': 'More results, or more metrics of a tool of its own, than are read of one file.',
    'results-json:DIRECTION_INFERRED': 'Nobody said whether more of a metric is better: name and unit did.',
    'results-json:NO_MAIN_NUMBER': 'A test has no number that stands for its speed: nothing of it is judged.',
  },
};
