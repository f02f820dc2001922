import { compareVersions } from '@basecase/ingest/model';
import { type ConfigName, compareConfigNames, nameWithoutVersion, readConfigName } from './config-name';
import type { Seam } from './line-types';

/** A config with its versions in release order. */
export interface MeasuredConfig {
  config: string;
  name: ConfigName | null;
  /** Its name without the version, where it has that of all its runs. */
  ofVersion: string | null;
  versions: string[];
  /** Place of the column of each version. */
  columns: ReadonlyMap<string, number>;
}

/** @param columns those of one config of a product and build */
export function toMeasured(
  config: string,
  columns: readonly { version: string; index: number }[],
): MeasuredConfig {
  const placeOf = new Map(columns.map(({ version, index }) => [version, index]));
  const versions = [...placeOf.keys()].sort(compareVersions);
  return {
    config,
    name: readConfigName(config),
    ofVersion: nameWithoutVersion(config, versions),
    versions,
    columns: placeOf,
  };
}

/** Earlier names first, then those without a place in a succession. */
export function inSuccession(configs: readonly MeasuredConfig[]): MeasuredConfig[] {
  return [...configs].sort(
    (a, b) =>
      Number(a.name === null) - Number(b.name === null) ||
      (a.name && b.name ? compareConfigNames(a.name, b.name) : 0),
  );
}

/** Configs that were joined so far, in the order of their names. */
export interface Chain {
  configs: MeasuredConfig[];
  /** Of all configs, in order. */
  versions: string[];
  seams: Seam[];
}

export function chainOf(config: MeasuredConfig): Chain {
  return { configs: [config], versions: config.versions, seams: [] };
}

export function append(chain: Chain, next: Chain, seam: Seam): void {
  chain.configs.push(...next.configs);
  chain.versions = [...new Set([...chain.versions, ...next.versions])].sort(compareVersions);
  chain.seams.push(seam, ...next.seams);
}

export function newestOf(chain: Chain): string {
  return chain.versions.at(-1) ?? '';
}

/** Place of the column of a version, with any config of the chain; -1 without one. */
export function columnOf({ configs }: Chain, version: string): number {
  return configs.find(({ columns }) => columns.has(version))?.columns.get(version) ?? -1;
}

/** Versions that were measured with both. */
export function commonVersions(chain: Chain, next: Chain): string[] {
  return next.versions.filter((version) => columnOf(chain, version) !== -1);
}

/** The shared versions are the last of the one and the first of the other, and both have more: else the two are variations. */
export function isHandedOver(chain: Chain, next: Chain, common: readonly string[]): boolean {
  const count = common.length;
  const isAt = (versions: readonly string[]) => versions.join() === common.join();
  return (
    count > 0 &&
    chain.versions.length > count &&
    next.versions.length > count &&
    isAt(chain.versions.slice(-count)) &&
    isAt(next.versions.slice(0, count))
  );
}

export function byFirstVersion(a: Chain, b: Chain): number {
  return compareVersions(a.versions[0] ?? '', b.versions[0] ?? '');
}

/** Begins after the chain begins and ends after it ends; in between the two may alternate, as z12a and z12b do. */
export function continues(chain: Chain, { versions }: MeasuredConfig): boolean {
  return (
    compareVersions(versions[0] ?? '', chain.versions[0] ?? '') > 0 &&
    compareVersions(versions.at(-1) ?? '', newestOf(chain)) > 0
  );
}
