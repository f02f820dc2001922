import type { ViewDocument } from '../document/view-document';
import type { LinkCard } from './link-card';
import type { LinkChart } from './link-chart';

const KINDS: Readonly<Record<string, string>> = {
  servers: 'Servers',
  trends: 'Trend',
  series: 'Nights',
  clients: 'Clients',
  fsync: 'fsync',
};

/**
 * The card of a document: its own sentence. A document keeps texts, so that a level is shown only where the sentence has
 * one.
 *
 * @param path address of its live view
 */
export function documentLink({ title, on, meta, sentence, chart }: ViewDocument, path: string): LinkCard {
  const [first = '', ...others] = (sentence.strong + sentence.rest).split(/(?<=\.) /);
  return {
    crumbs: [KINDS[/^\/([^?]*)/.exec(path)?.[1] ?? ''] ?? 'Report', title],
    sentence: first,
    more: others.join(' '),
    certainty: null,
    chart: chart && toLinkChart(chart),
    facts: { what: meta.join(' / '), where: on.replace(/^on /, ''), why: '' },
  };
}

function toLinkChart({ description, places, lines }: NonNullable<ViewDocument['chart']>): LinkChart | null {
  const [main] = lines;
  const values = main?.points.map((point) => point?.value ?? null) ?? [];
  const own = values.findLastIndex((value) => value !== null);
  if (!main || own < 1) return null;
  const last = values[own] ?? 1;
  return {
    description,
    caption: `Thick: ${main.label}${
      lines.length > 1
        ? `; thin: ${lines
            .slice(1)
            .map(({ label }) => label)
            .join(', ')}`
        : ''
    }.`,
    places,
    base: null,
    own,
    mainName: '',
    lines: [values, ...lines.slice(1).map(({ points }) => points.map((point) => point?.value ?? null))],
    isWorse: last === 1 ? null : last < 1,
  };
}
