import { type Build, buildName, lookUp, toBuild } from '@basecase/ingest/model';
import { labelOf, type Plan, type PlanTest, type Variant } from './plan';

/** Letters of products in the names of run directories, and how their versions are written there. */
const PRODUCTS: Readonly<Record<string, { letters: string; write: (parts: string[]) => string }>> = {
  PostgreSQL: { letters: 'pg', write: (parts) => parts.join('') },
  // 8.0.43 is my8043, 9.5.0 is my9500.
  MySQL: { letters: 'my', write: ([first = '', second = '', third = '0']) => first + second + pad(third) },
  // 10.11.19 is ma101119.
  MariaDB: { letters: 'ma', write: (parts) => parts.map(pad).join('') },
};

/**
 * Name of the run directory of a variant, with the same content as its `basecase.json`:
 * `x.pg184_rel.b1_c2r24.pk1`, `x.pg19devel_20260829-g4eb13e8a_rel.b1.pk1`.
 */
export function runNameOf(variant: Variant): string {
  const { product, version, flavour, config, build } = variant;
  const known = lookUp(PRODUCTS, product);
  const token = known
    ? known.letters + known.write(version.split('.'))
    : `${product}${version}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  const named = build ? toBuild(defined(build)) : null;
  const built = named && buildName(named);
  return `x.${[token, ...(built ? [built] : []), flavour].join('_')}.${config}.pk1`;
}

/** Names of the tarballs, in the order of the variants: one variant that is there twice gets a number. */
export function tarballNames({ variants }: Pick<Plan, 'variants'>): string[] {
  const names = variants.map(runNameOf);
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return `${name}${before === 0 ? '' : `.${before + 1}`}.tar.gz`;
  });
}

/** The name of a directory, of whatever a variant is called. */
export function directoryNameOf(variant: Variant): string {
  return labelOf(variant).replaceAll(/[^\w.-]+/g, '_');
}

/** The name of a log of a test: `sb.o.point-query.range100.pk1.dop1`. Those of sysbench are read by their names, too. */
export function logNameOf({ tool, name, range }: PlanTest, kind: string, { clients }: Plan): string {
  return `${tool === 'sysbench' ? 'sb' : tool}.${kind}.${name}.range${range}.pk1.dop${clients}`;
}

/** `round07`: the directories of rounds, in the order of their names up to 99. */
export function roundName(round: number): string {
  return `round${String(round).padStart(2, '0')}`;
}

function defined(build: object): Partial<Build> {
  return Object.fromEntries(Object.entries(build).filter(([, value]) => value !== undefined));
}

function pad(part: string): string {
  return part.padStart(2, '0');
}
