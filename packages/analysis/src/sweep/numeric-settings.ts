import { groupBy } from '../statistics/group-by';
import { type VariantKey, variantKey } from '../verdicts/noise/noise-types';
import type { SweepAxis } from './sweep';

/** A number in the name of a config. */
export interface NumericSetting {
  /** `io_workers`, `BP`; of a size with its unit `buffer_pool_MB`. */
  name: string;
  /** A size in MB of 1024 KB. */
  value: number;
  /** The config without it; null when nothing is left. */
  rest: string | null;
}

/** `io_workers=4`, `buffer_pool=10G`, and the unnamed `BP25` and `1GB`; not `x10a_c8r32`. */
const SETTING =
  /^(?:([\w.-]+)=(\d+(?:\.\d+)?)|([A-Za-z]{2,})(\d+)|(?=\d+(?:\.\d+)?[KMGT])(\d+(?:\.\d+)?))([KMGT](?:i?B)?)?$/;
const MEGABYTES: Readonly<Record<string, number>> = { K: 1 / 1024, M: 1, G: 1024, T: 1024 ** 2 };

/** Numbers in the name of a config, whose parts are joined by spaces. */
export function numericSettings(config: string | null): NumericSetting[] {
  const parts = (config ?? '').split(' ');
  return parts.flatMap((part, index) => {
    const [, named, number, letters, digits, alone, unit] = SETTING.exec(part) ?? [];
    const [name, value] = [named ?? letters ?? 'size', number ?? digits ?? alone];
    if (value === undefined) return [];
    const scale = MEGABYTES[unit?.[0] ?? ''];
    return [
      {
        name: scale === undefined ? name : `${name}_MB`,
        value: Number((Number(value) * (scale ?? 1)).toPrecision(6)),
        rest: parts.toSpliced(index, 1).join(' ') || null,
      },
    ];
  });
}

/** Settings that some version was measured with two values or more of, all else being equal. */
export function sweptSettings(variants: readonly VariantKey[]): SweepAxis[] {
  const found = variants.flatMap((variant) =>
    numericSettings(variant.config).map(({ name, value, rest }) => ({
      ...{ name, value },
      key: `${name} ${variantKey({ ...variant, config: rest })}`,
    })),
  );
  const several = [...groupBy(found, ({ key }) => key).values()].filter(
    (own) => new Set(own.map(({ value }) => value)).size > 1,
  );
  return [...new Set(several.flatMap((own) => own.map(({ name }): SweepAxis => `config.${name}`)))];
}
