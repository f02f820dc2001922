import type { ColumnSetup } from '@basecase/db/types';
import type { RunFacts } from '@basecase/ingest/model';

/** What the columns ran with besides what their names say; texts of configs once each. */
export interface HeatmapSetups {
  texts: string[];
  /** By column of the data. */
  columns: {
    /** Index of the text of its config; null when it is not stored. */
    text: number | null;
    /** Index in `campaigns` of everything it was uploaded with. */
    campaigns: number[];
    /** Index in `facts`; left out where nothing is known of machine and compiler. */
    facts?: number;
  }[];
  campaigns: string[];
  /** Of machine and compiler, once each; left out where nothing is known. */
  facts?: RunFacts[];
}

export function toHeatmapSetups(
  setups: readonly ColumnSetup[],
  columns: readonly { slug: string }[],
): HeatmapSetups {
  const bySlug = new Map(setups.map((setup) => [setup.column, setup]));
  const own = columns.map(({ slug }) => bySlug.get(slug));
  const texts = [...new Set(own.flatMap((setup) => setup?.configText ?? []))];
  const campaigns = [...new Set(own.flatMap((setup) => setup?.campaigns ?? []))];
  const facts = [...new Set(own.flatMap((setup) => (setup?.facts ? JSON.stringify(setup.facts) : [])))];
  return {
    texts,
    campaigns,
    ...(facts.length > 0 && { facts: facts.map((text) => JSON.parse(text) as RunFacts) }),
    columns: own.map((setup) => ({
      text: setup?.configText == null ? null : texts.indexOf(setup.configText),
      campaigns: (setup?.campaigns ?? []).map((name) => campaigns.indexOf(name)),
      ...(setup?.facts && { facts: facts.indexOf(JSON.stringify(setup.facts)) }),
    })),
  };
}
