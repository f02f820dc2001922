import { z } from 'zod';
import { MAX_OPEN_NAME } from '../model/open-metric';
import { storedText } from './stored-text';

const name = storedText(MAX_OPEN_NAME);
/** Of a column: as the table's first line has it. */
const heading = storedText();

const unit = z
  .string()
  .trim()
  .max(40)
  .refine((text) => !text.includes(':'), 'a unit holds no colon');

const better = z.enum(['higher', 'lower', 'none']);

/** Value columns of a wide table: each is a separate metric. */
const valueColumn = z.strictObject({
  column: heading,
  /** Left out: taken from the heading, without its unit. */
  metric: name.optional(),
  unit: unit.optional(),
  better: better.optional(),
});

/** `table` of basecase.json: which column of a CSV or TSV with headings is what. */
export const tableSchema = z
  .strictObject({
    /** What measured it. Results of one tool are one benchmark. */
    tool: name,
    /** Headings, by what their columns hold. */
    columns: z.strictObject({
      /** Left out: the table is one test, named after its file. */
      test: heading.optional(),
      /** The one column of values; left out where `values` names several. */
      value: heading.optional(),
      /** Names of metrics, a row for each. */
      metric: heading.optional(),
      unit: heading.optional(),
      version: heading.optional(),
      product: heading.optional(),
      config: heading.optional(),
      /** 1, 2, ... Left out: counted in the order of the rows. */
      repeat: heading.optional(),
      clients: heading.optional(),
      machine: heading.optional(),
      workload: heading.optional(),
      /** ISO 8601 with a time zone. */
      at: heading.optional(),
    }),
    values: z.array(valueColumn).min(1).max(100).optional(),
    /** Columns with one version each, by their headings: a row has one metric of every version. */
    versions: z.array(heading).min(1).max(100).optional(),
    /** For all values, where neither a column nor `values` has it. Left out: taken from the heading of the values. */
    unit: unit.optional(),
    /** Left out: inferred of unit and name. */
    better: better.optional(),
    /** Meaning of a comma in a number. Left out: decimal between semicolons, and elsewhere such a number is not read. */
    comma: z.enum(['decimal', 'thousands']).optional(),
  })
  .refine(
    ({ columns, values, versions }) =>
      [columns.value, values, versions].filter((said) => said !== undefined).length === 1,
    'expected either columns.value, values or versions',
  )
  .refine(
    ({ columns, versions }) => columns.version === undefined || versions === undefined,
    'versions names a column for each version: columns.version is of a table with one column of versions',
  )
  .refine(
    ({ columns, values }) => columns.metric === undefined || values === undefined,
    'columns.metric names the metric of one column of values: use it with columns.value, not with values',
  );

/** Which column of a table is what. */
export type TableMapping = z.infer<typeof tableSchema>;
