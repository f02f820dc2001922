import type { Variant } from '../../model/run';
import { parseDbmsToken } from './dbms-token';
import { takeBuild } from './take-build';

export interface RunDirectory {
  variant: Variant;
  /** pk1 = tables have a primary key, pk0 = secondary indexes only; null when the name does not say. */
  primaryKey: boolean | null;
  /** True when the name has the form `x.<dbms>_<build>.<config>.pk<P>`. */
  conventional: boolean;
}

/**
 * What the name of a run directory says: `x.<dbms>_<build>.<config>.pk<P>`. Older results have just `<dbms>`
 * (`fbmy80`). A commit or a day within `<dbms>_<build>` is a build of that version line, and no part of its flavour:
 * all nights have one. Never throws: what is not understood is kept as text.
 */
export function parseRunDirectory(name: string): RunDirectory {
  const conventional = /^x\.[^.]/.test(name);
  const parts = (conventional ? name.slice(2) : name).split('.');
  const last = parts.length > 1 ? /^pk([01])$/.exec(parts.at(-1) ?? '') : null;
  if (last) parts.pop();
  const taken = takeBuild(joinNight(parts));
  const [, ...config] = parts;
  const underscore = taken.rest.indexOf('_');
  const token = underscore < 0 ? taken.rest : taken.rest.slice(0, underscore);
  const words = underscore < 0 ? null : taken.rest.slice(underscore + 1);
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
      ...(isNamed && taken.build && { build: taken.build }),
    },
    primaryKey: last ? last[1] === '1' : null,
    conventional,
  };
}

/**
 * The first part of a name, with the parts after it that are a build and nothing else, which it takes out of them:
 * `pg19devel.2026-03-01.x10b`. A day after a release may be that of its config.
 */
function joinNight(parts: string[]): string {
  let joined = parts[0] ?? '';
  while (parts.length > 1 && /devel|dev|git|nightly|master/i.test(joined)) {
    const { rest, build } = takeBuild(parts[1] ?? '');
    if (build === null || rest !== '') break;
    joined += `.${parts.splice(1, 1)[0]}`;
  }
  return joined;
}
