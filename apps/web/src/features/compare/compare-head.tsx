import type { BandedSelection, ServerChoice } from '@basecase/views/compare';
import { type CompareState, compareUrl, viewTitle } from '@basecase/views/compare';
import { seriesHref } from '@basecase/views/series';
import { serversHref } from '@basecase/views/servers';
import { serverClass } from '@basecase/views/text';
import { trendsHref } from '@basecase/views/trends';
import { benchmarkViewHref, heatmapText } from '@basecase/views/url';
import { memo, type ReactNode } from 'react';
import { RUN_FORMATS, TABLE_FORMATS } from '../../ui/page/export-formats';
import { MetaLine } from '../../ui/page/meta-line';
import { useComparePage } from './compare-page';
import { WhereForm } from './where-form';

interface Props {
  selection: BandedSelection;
  state: CompareState;
  choices: ServerChoice[];
  share: ReactNode;
}

/** What is compared, on what, and where the numbers come from. Drawn after the table: all of it is links and texts. */
export const CompareHead = memo(function CompareHead({ selection, state, choices, share }: Props) {
  const { exportPath, defaults, frozen } = useComparePage();
  const query = compareUrl.query(state, defaults);
  return (
    <div className="head">
      <div>
        <h1>
          {viewTitle(selection)} <span className="dim">on {serverClass(selection.data.server)}</span>
        </h1>
        <MetaLine parts={metaOf(selection)}>{frozen ? null : <Elsewhere selection={selection} />}</MetaLine>
      </div>
      {frozen ? frozen.note : <WhereForm choices={choices} state={state} />}
      <div className="actions">
        <details className="menu wide">
          <summary className="button">Export</summary>
          <div className="popover">
            {frozen ? null : <a href={`/report${query}`}>Report</a>}
            {[...TABLE_FORMATS, ...(frozen?.hasRuns === false ? [] : RUN_FORMATS)].map(([format, label]) => (
              <a key={format} href={`${exportPath}${query}${query ? '&' : '?'}format=${format}`}>
                {label}
              </a>
            ))}
          </div>
        </details>
        {share}
      </div>
    </div>
  );
});

/** The same numbers in the other shapes that people read them in. */
function Elsewhere({ selection }: { selection: BandedSelection }) {
  const { server, workload } = selection.data;
  const heatmap = { server: server.slug, workload: workload.slug };
  const own = benchmarkViewHref(workload.benchmark, heatmap);
  const links = [
    { href: serversHref({ on: [heatmapText(heatmap)] }), words: 'Other servers' },
    { href: trendsHref({ on: [heatmapText(heatmap)] }), words: 'Trends' },
    ...nightsLink(selection),
    ...(own ? [{ href: own, words: 'Benchmark view' }] : []),
  ];
  return links.map(({ href, words }) => (
    <span key={href}>
      <span className="separator">/</span>
      <a href={href}>{words}</a>
    </span>
  ));
}

/** To all nights of a heatmap, which the table has only the newest of. */
function nightsLink({ data }: BandedSelection): { href: string; words: string }[] {
  const { server, workload, columns, hiddenNights = 0 } = data;
  const nights = columns.filter(({ build }) => build).length + hiddenNights;
  if (nights === 0) return [];
  return [
    { href: seriesHref({ server: server.slug, workload: workload.slug }), words: `All ${nights} nights` },
  ];
}

/** Server, workload, what all columns share, and the origin of the figures. */
function metaOf({ data, columns }: BandedSelection): string[] {
  const { server, workload } = data;
  const shared = (of: (column: BandedSelection['columns'][number]) => string | null) => {
    const values = new Set(columns.map(of));
    return values.size === 1 ? [...values][0] : null;
  };
  const [flavour, config] = [shared((column) => column.flavour), shared((column) => column.config)];
  return [
    originOf(data),
    ...(serverClass(server) === server.name ? [] : [server.name]),
    workload.label,
    ...workload.details,
    ...(flavour ? [`build ${flavour}`] : []),
    ...(config ? [`config ${config}`] : []),
  ];
}

function originOf({ workload }: BandedSelection['data']): string {
  const { origin, source } = workload;
  switch (origin) {
    case 'published':
      return source ? `published figures: ${source}` : 'published figures';
    case 'recorded':
      return 'runs recorded by this project';
    case 'uploaded':
      return 'uploaded runs';
  }
}
