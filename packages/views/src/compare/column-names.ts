import { buildLabel } from '@basecase/ingest/model';
import type { HeatmapColumn } from './heatmap-data';

/** Text of a column head: the version, and the parts of build and config that differ from other columns. */
export interface ColumnName {
  version: string;
  detail: string;
  /** For sentences: the shortest name that is unique among the columns. */
  short: string;
}

type Named = Pick<HeatmapColumn, 'product' | 'version' | 'flavour' | 'config'> &
  Partial<Pick<HeatmapColumn, 'build'>>;

/** Names of columns, each as short as the others allow. `sharedSetup` has the parts that all share. */
export function columnNames(columns: readonly Named[]): ColumnName[] {
  const products = new Set(columns.map((column) => column.product));
  const flavours = differingParts(columns.map(({ flavour }) => flavour));
  const configs = differingParts(columns.map(({ config }) => config));
  const versions = columns.map(versionText);
  const releases = columns.map(({ product }, index) => `${product} ${versions[index]}`);
  const isAlone = (index: number) =>
    releases.every((release, other) => other === index || release !== releases[index]);
  const details = columns.map((_, index) => [flavours[index], configs[index]].filter(Boolean).join(' '));
  return columns.map((column, index) => {
    const twin = details.some(
      (detail, other) => other !== index && detail === details[index] && releases[other] === releases[index],
    );
    // The parts that differ are not always enough: then the whole names are.
    const whole = [column.flavour, column.config].filter(Boolean).join(' ');
    const own = (twin ? whole : details[index]) || (isAlone(index) ? '' : (column.config ?? 'no config'));
    const version = versions[index] ?? column.version;
    const short = [products.size > 1 ? column.product : '', version, isAlone(index) ? '' : own];
    return { version, detail: own, short: short.filter(Boolean).join(' ') };
  });
}

/** A release by its version; a night by its day and its commit, which are what tells it from the others. */
export function versionText({ version, build }: Pick<Named, 'version' | 'build'>): string {
  return build ? buildLabel(build) || version : version;
}

/** Of names such as `x10a_c32r128` the parts that not all of them have: `x10a`. Empty without a name. */
function differingParts(names: readonly (string | null)[]): string[] {
  const split = names.map((name) => name?.split('_').filter(Boolean) ?? []);
  return split.map((parts) =>
    parts.filter((part) => !split.every((other) => other.includes(part))).join('_'),
  );
}

/** The setup that columns share: `rel_o2nofp, z12a_c32r128`, or `configs *_c32r128` where they differ in a part. */
export function sharedSetup(columns: readonly Named[]): string {
  return [
    sharedName(
      columns.map(({ flavour }) => flavour),
      'builds',
    ),
    sharedName(
      columns.map(({ config }) => config),
      'configs',
    ),
  ]
    .filter(Boolean)
    .join(', ');
}

function sharedName(names: readonly (string | null)[], word: string): string {
  const [first = null] = names;
  if (first === null || names.includes(null)) return '';
  if (names.every((name) => name === first)) return first;
  const parts = first.split('_').filter((part) => names.every((name) => name?.split('_').includes(part)));
  return parts.length > 0 ? `${word} *_${parts.join('_')}` : '';
}
