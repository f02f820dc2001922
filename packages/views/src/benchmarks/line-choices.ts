import type { LinkTo, ReportCharts } from './report-model';
import type { Variant, VariantName } from './report-view';

/** A reader can tell this many lines of a chart apart. */
export const MAX_LINES = 4;

interface Lines {
  variants: readonly Variant[];
  names: readonly VariantName[];
  base: number;
  /** The version that the report is about; null when there is only the base. */
  judged: number | null;
}

/**
 * The versions that are drawn as lines, those asked for, else the base and the newest others, and a link for each version that
 * adds or removes its line.
 *
 * @param wanted slugs
 */
export function lineChoices(
  { variants, names, base, judged }: Lines,
  wanted: readonly string[],
  linkTo: LinkTo,
): { shown: number[]; nameOf: (variant: number) => string; choices: ReportCharts['choices'] } {
  const shown = shownLines({ variants, base, judged }, wanted);
  const slugs = shown.map((variant) => variants[variant]?.slug ?? '');
  const nameOf = (variant: number) => {
    const { name = variants[variant]?.slug ?? '', detail = '' } = names[variant] ?? {};
    return [name, detail].filter(Boolean).join(' ');
  };
  const choices = variants.map(({ slug }, variant) => {
    const style = shown.indexOf(variant);
    const next = style < 0 ? [...slugs, slug].slice(-MAX_LINES) : slugs.filter((each) => each !== slug);
    return {
      key: slug,
      label: nameOf(variant),
      href: linkTo({ versions: next }),
      style: style < 0 ? null : style,
    };
  });
  return { shown, nameOf, choices };
}

/** Indexes of the versions of the lines: those asked for, else the base and the newest others. */
function shownLines({ variants, base, judged }: Omit<Lines, 'names'>, wanted: readonly string[]): number[] {
  const asked = variants.flatMap(({ slug }, index) => (wanted.includes(slug) ? [index] : []));
  if (asked.length > 0) return asked.slice(0, MAX_LINES);
  const others = variants.flatMap((_, index) => (index === base || index === judged ? [] : [index]));
  const more = judged === null ? others : [...others, judged];
  return [base, ...more.slice(1 - MAX_LINES)].toSorted((a, b) => a - b);
}
