import type { Variant } from '../model/run';
import { parseDbmsToken } from './dbms-token';

export interface RunDirectory {
  variant: Variant;
  /** pk1 = tables have a primary key, pk0 = secondary indexes only; null when the name does not say. */
  primaryKey: boolean | null;
  /** True when the name has the form `x.<dbms>_<build>.<config>.pk<P>`. */
  conventional: boolean;
}

/**
 * What the name of a run directory says: `x.<dbms>_<build>.<config>.pk<P>`. Older results have just `<dbms>`
 * (`fbmy80`). Never throws: what is not understood is kept as text.
 */
export function parseRunDirectory(name: string): RunDirectory {
  const conventional = /^x\.[^.]/.test(name);
  const parts = (conventional ? name.slice(2) : name).split('.');
  const last = parts.length > 1 ? /^pk([01])$/.exec(parts.at(-1) ?? '') : null;
  if (last) parts.pop();
  const [build = name, ...config] = parts;
  const underscore = build.indexOf('_');
  const token = underscore < 0 ? build : build.slice(0, underscore);
  const words = underscore < 0 ? null : build.slice(underscore + 1);
  const dbms = parseDbmsToken(token);
  const isNamed = conventional || dbms.versionKnown;
  const flavour = [dbms.suffix, words].filter((part) => part !== null && part !== '').join('_');
  return {
    variant: {
      product: isNamed ? dbms.product : name,
      version: isNamed ? dbms.version : name,
      versionKnown: dbms.versionKnown,
      flavour: isNamed && flavour !== '' ? flavour : null,
      config: isNamed && config.length > 0 ? config.join('.') : null,
    },
    primaryKey: last ? last[1] === '1' : null,
    conventional,
  };
}
