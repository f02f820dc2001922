import { diffSettings } from '@basecase/analysis';
import { countText } from '../../text/count-text';
import { columnNames } from '../column-names';
import type { ColumnPart } from '../column-set';
import { metricLabel } from '../heatmap-selection';
import type { BandedSelection } from './banded-selection';

/** A setting that the two sides have with different values; null where a side does not set it. */
export interface PairSetting {
  name: string;
  first: string | null;
  second: string | null;
}

export interface ConfigPairModel {
  /** Short names of the sides: `without gtid`, `gtid`. */
  first: string;
  second: string;
  /** Heads of the three columns of each version. */
  heads: { name: string; detail: string }[];
  /** `2 settings differ`; what is known where the texts of the configs are not stored. */
  title: string;
  /** The settings to show at once. */
  settings: PairSetting[];
  /** The others. */
  more: PairSetting[];
}

/** Up to here all settings are shown; of more the first few. */
const SHOWN_AT_ONCE = 6;
const FIRST_OF_MANY = 3;

/** What tells the two sides apart, of the newest version that both were run with; null where columns are versions. */
export function configPairModel(selection: BandedSelection): ConfigPairModel | null {
  const part = selection.parts.at(-1);
  if (!selection.pair || !part) return null;
  const [first, second] = sideNames(part);
  const known = selection.parts.flatMap((each) => settingsOf(selection, each) ?? []).at(-1);
  const settings = known?.changes ?? [];
  const named =
    settings.find(({ name }) => [first, second].some((side) => name.includes(side))) ?? settings[0];
  const label = metricLabel(selection.data, selection.metric);
  return {
    first,
    second,
    heads: [
      { name: first, detail: named ? settingText(named.name, named.first) : '' },
      { name: second, detail: named ? settingText(named.name, named.second) : '' },
      { name: `${second} / ${first}`, detail: `${label} ratio` },
    ],
    title: known
      ? `${countText(settings.length, 'setting')} ${settings.length === 1 ? 'differs' : 'differ'}`
      : 'The texts of these configs are not stored: what differs is known by their names only',
    ...split(settings),
  };
}

function split(settings: PairSetting[]): Pick<ConfigPairModel, 'settings' | 'more'> {
  const shown = settings.length > SHOWN_AT_ONCE ? FIRST_OF_MANY : settings.length;
  return { settings: settings.slice(0, shown), more: settings.slice(shown) };
}

/** `without gtid` and `gtid`: the parts of the names that differ. */
function sideNames({ set }: ColumnPart): [first: string, second: string] {
  const [first, second] = set.columns;
  if (!first || !second) return ['', ''];
  // With another version neither is a twin; an empty detail means that the name has no distinguishing part.
  const [a = '', b = ''] = columnNames([
    { ...first, version: '1' },
    { ...second, version: '2' },
  ]).map(({ detail }) => detail);
  return [a || `without ${b}`, b || `without ${a}`];
}

function settingsOf(
  { data: { setups } }: BandedSelection,
  { set }: ColumnPart,
): { changes: PairSetting[] } | null {
  const [first, second] = set.source.map((index) => {
    const text = setups?.columns[index]?.text ?? null;
    return text === null ? null : (setups?.texts[text] ?? null);
  });
  if (first == null || second == null) return null;
  const { changes } = diffSettings(first, second);
  return { changes: changes.map(({ name, before, after }) => ({ name, first: before, second: after })) };
}

function settingText(name: string, value: string | null): string {
  // The section of an option file says nothing here: `mysqld.gtid_mode`.
  const short = name.slice(name.lastIndexOf('.') + 1);
  return value === null ? `${short} not set` : `${short}=${value}`;
}
