import { buildKey } from '../model/build';
import type { NormalizedResult, Variant } from '../model/run';
import { testLabel } from '../model/test';
import type { AssembleContext, RunPart } from '../parsers/family';
import { addToGroup } from './add-to-group';
import { columnPlacer, isCompatible } from './place-columns';

/**
 * Raw wins over summary: results of a summary table are left out where the upload holds raw logs of the same test, of
 * the same variant and clients. What is left of a column belongs to the run of those raw logs, and the other columns of
 * its table to their workload. Says how many results were left out per column.
 *
 * A table is about the logs below its directory. Logs elsewhere count only when they say the same in every test that
 * both have: the same names are used on every server.
 */
export function dropSuperseded(parts: readonly RunPart[], context: Pick<AssembleContext, 'note'>): RunPart[] {
  if (!parts.some(({ isSummary }) => isSummary)) return [...parts];
  const raw = parts.filter(({ isSummary }) => !isSummary).map((part) => new RawPart(part));
  const columns = parts.flatMap((part) =>
    part.isSummary ? [{ part, own: raw.filter((candidate) => candidate.isOf(part)) }] : [],
  );
  const place = columnPlacer(
    columns.map(({ part, own }) => ({ part, own: own.map((each) => each.part) })),
    context,
  );
  const ownOf = new Map(columns.map(({ part, own }) => [part, own]));
  return parts.flatMap((part) => {
    const own = ownOf.get(part);
    if (!own) return [part];
    const results = part.results.filter((result) => !own.some((candidate) => candidate.has(result)));
    const dropped = part.results.length - results.length;
    if (dropped > 0) {
      const file = part.results[0]?.measurements[0]?.file ?? part.directory;
      const message = `${dropped} of ${part.results.length} results of ${part.label} are in the upload as raw logs too; the logs count`;
      context.note('SUMMARY_SUPERSEDED', file, message);
    }
    if (results.length === 0) return [];
    const home = dropped > 0 ? findHome(part, own) : null;
    const placed = home ? { ...part, ...home, results } : place({ ...part, results });
    return placed.results.length > 0 ? [placed] : [];
  });
}

/** Results of raw logs, by test. */
class RawPart {
  readonly part: RunPart;
  readonly #results = new Map<string, NormalizedResult[]>();

  constructor(part: RunPart) {
    this.part = part;
    for (const result of part.results) {
      const key = testLabel(result.test, result.range);
      addToGroup(this.#results, key, result);
    }
  }

  /** True when these are the logs that the summary was made of. */
  isOf(summary: RunPart): boolean {
    const { benchmark, variant, directory, workload, server } = this.part;
    if (benchmark !== summary.benchmark || !isSameVariant(variant, summary.variant)) return false;
    if (isOther(workload.label, summary.workload.label)) return false;
    if (isOther(server?.name ?? null, summary.server?.name ?? null)) return false;
    if (isBelow(directory, summary.directory)) return true;
    const pairs = summary.results.map((result) => [throughputOf(result), this.#find(result)] as const);
    const shared = pairs.flatMap(([value, found]) => (found ? [[value, throughputOf(found)] as const] : []));
    return shared.length > 0 && shared.every(([a, b]) => isSameNumber(a, b));
  }

  has(result: NormalizedResult): boolean {
    return this.#find(result) !== undefined;
  }

  #find({ test, range, clients }: NormalizedResult): NormalizedResult | undefined {
    const same = this.#results.get(testLabel(test, range));
    return same?.find((raw) => raw.clients === null || clients === null || raw.clients === clients);
  }
}

/** The run that the rest of a column joins: the raw one whose workload the table does not contradict. */
function findHome(summary: RunPart, own: readonly RawPart[]): Omit<RunPart, 'results'> | null {
  const fitting = own.find(({ part }) => isCompatible(part.workload, summary.workload));
  if (!fitting) return null;
  const { benchmark, label, directory, variant, workload, server, cores } = fitting.part;
  return { benchmark, label, directory, variant, workload, server, cores, isSummary: false };
}

/** Old directories are named `fbmy56` where tables say `x.fbmy56.x6a.pk1`: what a name leaves out may be anything. */
function isSameVariant(a: Variant, b: Variant): boolean {
  if (a.product !== b.product || a.version !== b.version || !isSameBuild(a.build, b.build)) return false;
  const [aNames, bNames] = [a.flavour !== null || a.config !== null, b.flavour !== null || b.config !== null];
  if (!aNames || !bNames) return true;
  return a.flavour === b.flavour && a.config === b.config;
}

function isSameBuild(a: Variant['build'], b: Variant['build']): boolean {
  return a && b ? buildKey(a) === buildKey(b) : !a && !b;
}

function isBelow(directory: string, above: string): boolean {
  return above === '.' || directory === above || directory.startsWith(`${above}/`);
}

function throughputOf({ measurements }: NormalizedResult): number | null {
  const values = measurements.filter(({ metric }) => metric === 'throughput');
  return (values.find(({ source }) => source === 'reported') ?? values[0])?.value ?? null;
}

/** True when both are known and differ: byrx is not iobuf. */
function isOther(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

/** Tables print integers. */
function isSameNumber(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= 0.5 + 1e-9 * Math.abs(b);
}
