import { diffSettings, groupBy } from '@basecase/analysis';
import { RUN_FACT_LABELS, RUN_FACTS, type RunFact, type RunFacts } from '@basecase/ingest/model';
import { capital, clientsText, countText, joinNames } from '../text/words';

/** The setup of a column of a comparison. Null means not specified, and then it is not compared. */
export interface Setup {
  /** As the column is called: `9.5.0`. */
  name: string;
  product: string;
  config: string | null;
  /** Text of the config file. */
  configText: string | null;
  flavour: string | null;
  /** Operating system and kernel. */
  os: string | null;
  /** Tables and rows in words: `1 table × 50M rows`. */
  dataset: string | null;
  clients: number | null;
  /** What was run together, e.g. the upload. */
  campaign: string | null;
  /** Of machine and compiler at the time of its run. */
  facts: RunFacts;
}

export type ConfounderKind = 'product' | 'config' | 'flavour' | 'dataset' | 'clients' | 'campaign' | RunFact;

/** Something besides the version that is not the same in all columns. */
export type ConfounderItem = NonNullable<ReturnType<typeof confounderItem>>;

export interface ConfoundersModel {
  /** Names what differs, and what that means for the reader. */
  sentence: string;
  items: ConfounderItem[];
}

const LABELS: Readonly<Record<ConfounderKind, string>> = {
  product: 'product',
  config: 'config',
  flavour: 'build flavour',
  ...RUN_FACT_LABELS,
  dataset: 'dataset size',
  clients: 'clients',
  campaign: 'campaign',
};

/** Configs and flavours of two products have nothing to do with each other. */
const WITHIN_PRODUCT: readonly ConfounderKind[] = ['config', 'flavour'];
const KINDS = Object.keys(LABELS) as ConfounderKind[];

/**
 * What differs between the base and other columns besides the version: any of it may be behind a change. Two configs of
 * different names and equal settings are one config; one name with two texts is a difference.
 *
 * @returns null when all that is known is the same
 */
export function setupConfounders(base: Setup, others: readonly Setup[]): ConfoundersModel | null {
  const items = KINDS.flatMap((kind) => confounderItem(kind, base, others) ?? []);
  return items.length === 0 ? null : toModel(items);
}

/** The same for differences that were found elsewhere, with one column against the base. */
export function toModel(items: ConfounderItem[]): ConfoundersModel {
  const names = joinNames(items.map(({ label }) => label));
  return {
    sentence: `More than the version differs: ${names}. Any of these may cause a change.`,
    items,
  };
}

export function confounderLabel(kind: ConfounderKind): string {
  return LABELS[kind];
}

function confounderItem(kind: ConfounderKind, base: Setup, others: readonly Setup[]) {
  const comparable = others.filter(
    (other) => !WITHIN_PRODUCT.includes(kind) || other.product === base.product,
  );
  const different = comparable.filter((other) => isDifferent(kind, base, other));
  if (different.length === 0) return null;
  const byValue = groupBy(different, (other) => valueFor(kind, other) ?? '');
  const parts = [...byValue].map(([value, own]) => `${value} in ${joinNames(own.map(({ name }) => name))}`);
  const baseValue = valueFor(kind, base) ?? 'none';
  return {
    kind,
    label: LABELS[kind],
    sentence: `${capital(LABELS[kind])}: ${baseValue} in ${base.name}, the base; ${parts.join('; ')}.${hint(kind)}`,
    /** Settings that differ from the base, for each config whose text is known. */
    diffs: kind === 'config' ? diffsOf(base, different) : [],
  };
}

function isDifferent(kind: ConfounderKind, base: Setup, other: Setup): boolean {
  const [one, two] = [valueFor(kind, base), valueFor(kind, other)];
  if (one === null || two === null) return false;
  const [text, otherText] = [base.configText, other.configText];
  if (kind === 'config' && text !== null && otherText !== null) {
    return diffSettings(text, otherText).changes.length > 0;
  }
  return one !== two;
}

function valueFor(kind: ConfounderKind, setup: Setup): string | null {
  if (kind === 'clients') return clientsText(setup.clients) || null;
  if (kind === 'os') return setup.os ?? setup.facts.os ?? null;
  return isRunFact(kind) ? (setup.facts[kind] ?? null) : setup[kind];
}

function isRunFact(kind: ConfounderKind): kind is RunFact {
  return RUN_FACTS.some((fact) => fact === kind);
}

function diffsOf(base: Setup, others: readonly Setup[]) {
  const byConfig = groupBy(others, ({ config, configText }) => JSON.stringify([config, configText]));
  return [...byConfig.values()].flatMap((own) => {
    const text = own[0]?.configText ?? null;
    if (base.configText === null || text === null) return [];
    const { changes, same } = diffSettings(base.configText, text);
    const title = `${base.config ?? base.name} to ${own[0]?.config ?? ''}, in ${joinNames(own.map(({ name }) => name))}: ${countText(changes.length, 'setting')} of ${changes.length + same}`;
    return [{ title, changes, same }];
  });
}

function hint(kind: ConfounderKind): string {
  return kind === 'campaign'
    ? ' They were not measured together: the server itself may have changed in between.'
    : '';
}
