import {
  type ConfigLines,
  findConfigLines,
  judgePair,
  type Matrix,
  type Noise,
  testedPair,
  type VerdictColumn,
} from '@basecase/analysis';
import { proposalReason, seamReason } from '@basecase/views/lines';

/** Configs of some columns that continue each other, by their names and by versions that were measured with both. */
export function linesOfColumns(matrix: Matrix<VerdictColumn>, noise: Noise): ConfigLines {
  return findConfigLines(matrix.columns, {
    compare: (base, column) => testedPair(matrix, judgePair(matrix, { base, column, noise }).cells),
  });
}

type Setup = Pick<VerdictColumn, 'product' | 'flavour' | 'config'>;

/**
 * The relation of two columns with one product and build and different configs.
 *
 * @returns null where nothing is known: no line has both, and none was proposed
 */
export function configRelation(
  { lines, proposals }: ConfigLines,
  base: Setup,
  column: Setup,
): { isJoined: boolean; reason: string } | null {
  const { product, flavour } = base;
  const own = [base.config ?? '', column.config ?? ''];
  if (column.product !== product || column.flavour !== flavour || own[0] === own[1]) return null;
  const isOfBoth = (pair: Pick<Setup, 'product' | 'flavour'>) =>
    pair.product === product && pair.flavour === flavour;
  const line = lines.find((each) => isOfBoth(each) && own.every((config) => each.configs.includes(config)));
  if (line) {
    const reasons = [...new Set(line.seams.map(seamReason))].join(' ');
    return { isJoined: true, reason: `Configs ${line.configs.join(', ')} are one line. ${reasons}` };
  }
  const proposal = proposals.find(
    (each) => isOfBoth(each) && own.includes(each.from) && own.includes(each.to),
  );
  return proposal ? { isJoined: false, reason: proposalReason(proposal) } : null;
}

/** `config a and b`: what two columns differ in besides the version, and why configs of one line do not count. */
export function differences(
  base: Setup,
  column: Setup,
  lines: ConfigLines,
): { differs: string[]; line: string | null } {
  const relation = configRelation(lines, base, column);
  const differs = (['product', 'config', 'flavour'] as const)
    .filter((part) => base[part] !== column[part] && !(part === 'config' && relation?.isJoined))
    .map((part) => `${part} ${base[part] ?? 'not named'} and ${column[part] ?? 'not named'}`);
  return { differs, line: relation?.reason ?? null };
}
