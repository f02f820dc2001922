import { diffSettings, NO_VALUE, type SettingChange } from '@basecase/analysis';
import type { CellEvidence } from '@basecase/db/types';

export interface ConfigDiffModel {
  /** One sentence about the two configurations; always there. */
  sentence: string;
  rows: { name: string; kind: SettingChange['kind']; own: string; base: string }[];
}

/** Settings of the open cell's configuration that differ from those of the base. */
export function configDiffModel(cell: CellEvidence, base: CellEvidence | null): ConfigDiffModel | null {
  if (!base) return null;
  const names = [cell.column.config, base.column.config];
  const [own, other] = names;
  if (own === null && other === null) return { sentence: 'The config of neither column is known.', rows: [] };
  const isOne = own === other && cell.column.product === base.column.product;
  if (isOne) return { sentence: `Both columns ran with the config ${own}.`, rows: [] };
  const [ownText, baseText] = [cell.configText, base.configText];
  if (ownText === null || baseText === null) {
    const missing = [ownText === null ? own : null, baseText === null ? other : null].filter(Boolean);
    const who = missing.length > 0 ? missing.join(' and ') : 'one of them';
    return {
      sentence: `${own ?? 'no config'} against ${other ?? 'no config'}: the text of ${who} is not stored, so they cannot be compared. Upload conf.diff or the config file to compare them.`,
      rows: [],
    };
  }
  const { changes, same } = diffSettings(baseText, ownText);
  const equal = `${same} ${same === 1 ? 'setting is' : 'settings are'} equal`;
  return {
    sentence:
      changes.length === 0
        ? `${own} and ${other} have different names but the same settings.`
        : `${own} against ${other}: ${changes.length} ${changes.length === 1 ? 'setting differs' : 'settings differ'}, ${equal}.`,
    rows: changes.map(({ name, kind, before, after }) => ({
      name,
      kind,
      own: after ?? NO_VALUE,
      base: before ?? NO_VALUE,
    })),
  };
}
