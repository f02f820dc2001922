import {
  type ColumnRole,
  type Comma,
  guessRoles,
  readUnit,
  readValueHeading,
  type TableSample,
} from '@basecase/ingest/model';

/** Which way is better: `''` leaves it to name and unit. */
export type Better = '' | 'higher' | 'lower';

/** The mapping of a table before it is sent. */
export interface TableForm {
  /** By column; null: not used. */
  roles: readonly (ColumnRole | null)[];
  tool: string;
  product: string;
  /** Of a table that has no column of versions, and none for each. */
  version: string;
  /** Of values whose heading says none, of the one column of values, and of all versions. */
  unit: string;
  better: Better;
  /** Meaning of a comma in a number; `''` if unknown. */
  comma: '' | Comma;
  machine: string;
}

/** Columns with their roles, for the reader to choose. */
export const ROLE_LABELS: readonly { role: ColumnRole; label: string }[] = [
  { role: 'test', label: 'test' },
  { role: 'version', label: 'version' },
  { role: 'value', label: 'value' },
  { role: 'version-values', label: 'values of this version' },
  { role: 'metric', label: 'name of the metric' },
  { role: 'unit', label: 'unit' },
  { role: 'product', label: 'product' },
  { role: 'config', label: 'config' },
  { role: 'repeat', label: 'repeat' },
  { role: 'clients', label: 'clients' },
  { role: 'machine', label: 'machine' },
  { role: 'workload', label: 'workload' },
  { role: 'at', label: 'time of the run' },
];

/** The form as it opens: everything that heading and cells tell. */
export function guessForm(sample: TableSample, filename: string): TableForm {
  const roles = guessRoles(sample);
  const values = columnsOf(sample, { roles }, 'value');
  const [only] = values;
  return {
    roles,
    tool: filename.replace(/\.[^.]*$/, '').slice(0, 100),
    product: '',
    version: '',
    unit:
      values.length === 1 && only !== undefined
        ? (readValueHeading(only).unit ?? '')
        : unitOfRow(sample, roles),
    better: '',
    comma: '',
    machine: '',
  };
}

/** Headings of the columns of a role. */
export function columnsOf(
  { columns }: TableSample,
  { roles }: Pick<TableForm, 'roles'>,
  role: ColumnRole,
): string[] {
  return columns.filter((_, index) => roles[index] === role);
}

/** The unit that a row under the headings says of every version; empty where there is no such row. */
function unitOfRow({ rows }: TableSample, roles: TableForm['roles']): string {
  const said = new Set(rows[0]?.filter((_, at) => roles[at] === 'version-values'));
  const [unit = ''] = said;
  return said.size === 1 && readUnit(unit).kind !== 'other' ? unit : '';
}

/** `basecase.json` of a table, as text: what it was mapped to is there the next time. */
export function tableManifest(sample: TableSample, form: TableForm): string {
  const values = columnsOf(sample, form, 'value');
  const versions = columnsOf(sample, form, 'version-values');
  const columns = Object.fromEntries(
    ROLE_LABELS.flatMap(({ role }) => {
      const [column] = columnsOf(sample, form, role);
      const isListed = role === 'version-values' || (role === 'value' && values.length !== 1);
      return column === undefined || isListed ? [] : [[role, column]];
    }),
  );
  const unit = form.unit.trim();
  const table = {
    tool: form.tool.trim(),
    columns,
    ...(values.length > 1 && {
      values: values.map((column) => ({ column, ...readValueHeading(column) })).map(withoutNull),
    }),
    ...(versions.length > 0 && { versions }),
    ...(unit !== '' && { unit }),
    ...(form.better !== '' && { better: form.better }),
    ...(form.comma !== '' && { comma: form.comma }),
  };
  const hasVersion = form.roles.includes('version') || versions.length > 0;
  const manifest = {
    basecase: 1,
    ...(!form.roles.includes('product') && said('product', form.product)),
    ...(!hasVersion && said('version', form.version)),
    ...(form.machine.trim() !== '' &&
      !form.roles.includes('machine') && { server: { name: form.machine.trim() } }),
    table,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function withoutNull({ column, metric, unit }: { column: string; metric: string; unit: string | null }) {
  return { column, metric, ...(unit !== null && { unit }) };
}

function said(field: string, text: string): Record<string, string> {
  return text.trim() === '' ? {} : { [field]: text.trim() };
}
