import {
  type BandedSelection,
  type CompareState,
  compareHref,
  compareUrl,
  type HeatmapData,
  type HeatmapModel,
  type HeatmapSelection,
  hasGroupChart,
  reportedNote,
  type ServerChoice,
  seamConfigs,
  seamModels,
  sweepLinks,
  unitsNotes,
  viewTitle,
} from '@basecase/views/compare';
import { seriesHref } from '@basecase/views/series';
import { serversHref } from '@basecase/views/servers';
import { originText, serverClass, serverTitle, sharedNameText } from '@basecase/views/text';
import { trendsHref } from '@basecase/views/trends';
import { benchmarkViewHref, heatmapText, serverHref } from '@basecase/views/url';
import { memo, type ReactNode } from 'react';
import { ShowButton } from '../../ui/form/data-form';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { SelectField } from '../../ui/form/select-field';
import { RUN_FORMATS, TABLE_FORMATS } from '../../ui/page/export-formats';
import { MetaLine } from '../../ui/page/head-lines';
import { SeamPopovers, SeamsLine } from './seams';
import { useComparePage } from './use-compare-state';

interface Props {
  model: HeatmapModel;
  state: CompareState;
  choices: ServerChoice[];
  share: ReactNode;
}

/** What is compared, on what, and where the numbers come from. Drawn after the table: all of it is links and texts. */
export const CompareHead = memo(function CompareHead({ model, state, choices, share }: Props) {
  const { selection } = model;
  const { path, exportPath, defaults, frozen } = useComparePage();
  const imagePath = frozen ? `${path}/opengraph-image` : `${path}/image`;
  const query = compareUrl.query(state, defaults);
  const seams = seamModels(selection);
  // Frozen views keep their words.
  const nameOf = frozen ? serverClass : serverTitle;
  return (
    <div className="head">
      <div>
        <h1>
          {viewTitle(selection)} <span className="dim">on {nameOf(selection.data.server)}</span>
        </h1>
        <MetaLine parts={metaOf(selection, frozen !== null)}>
          <SeamsLine seams={seams} configs={seamConfigs(seams)} state={state} />
          {frozen ? null : <Elsewhere selection={selection} choices={choices} />}
        </MetaLine>
        <SeamPopovers seams={seams} state={state} />
      </div>
      {frozen ? frozen.note : <WhereForm choices={choices} state={state} />}
      <div className="actions">
        <details className="menu wide">
          <summary className="button">Export</summary>
          <div className="popover">
            {frozen ? null : (
              <>
                <a href={`/report${query}`}>Report</a>
                <a href={`/report${query}#what-if`}>Weights, cost and energy</a>
              </>
            )}
            {[...TABLE_FORMATS, ...(frozen?.hasRuns === false ? [] : RUN_FORMATS)].map(([format, label]) => (
              <a key={format} href={`${exportPath}${query}${query ? '&' : '?'}format=${format}`}>
                {label}
              </a>
            ))}
            {(hasGroupChart(model) ? ['png', 'svg'] : []).map((format) => (
              <a
                key={format}
                download={`groups.${format}`}
                href={`${imagePath}${query}${query ? '&' : '?'}size=groups&format=${format}`}
              >
                Chart by group ({format.toUpperCase()})
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
function Elsewhere({ selection, choices }: Pick<Props, 'choices'> & { selection: BandedSelection }) {
  const { server, workload } = selection.data;
  const heatmap = { server: server.slug, workload: workload.slug };
  const own = benchmarkViewHref(workload.benchmark, heatmap);
  const links = [
    { href: serversHref({ on: [heatmapText(heatmap)] }), words: 'Other servers' },
    { href: trendsHref({ on: [heatmapText(heatmap)] }), words: 'Trends' },
    ...nightsLink(selection),
    ...sweepLinks(selection.data, choices),
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
function metaOf({ data, columns }: BandedSelection, isFrozen: boolean): string[] {
  const { server, workload } = data;
  const shared = (of: (column: BandedSelection['columns'][number]) => string | null) => {
    const values = new Set(columns.map(of));
    return values.size === 1 ? [...values][0] : null;
  };
  const [flavour, config] = [shared((column) => column.flavour), shared((column) => column.config)];
  return [
    originText(workload),
    ...(isFrozen && serverClass(server) !== server.name ? [server.name] : []),
    workload.label,
    ...workload.details,
    ...(flavour ? [`build ${flavour}`] : []),
    ...(config ? [`config ${config}`] : []),
  ];
}

/** What still makes sense on another server: columns, base and cell are those of this one. */
function keptState({ metric, t, q, only, fold }: CompareState): CompareState {
  return { ...compareUrl.defaults, metric, t, q, only, fold };
}

/** Server and workload: another page of data, so these two do ask the server. */
function WhereForm({ choices, state }: { choices: ServerChoice[]; state: CompareState }) {
  const kept = keptState(state);
  const server = choices.find(({ slug }) => slug === state.server);
  const go = (change: Partial<CompareState>) => window.location.assign(compareHref({ ...kept, ...change }));
  return (
    <form className="where" action="/compare" aria-label="Server and workload">
      <HiddenFields pairs={compareUrl.pairs(kept)} except={['server', 'workload']} />
      <SelectField
        label="Server"
        keepsLabel
        name="server"
        defaultValue={state.server}
        onChange={(event) => go({ server: event.target.value, workload: state.workload })}
        options={choices.map(({ slug, name, cores }) => ({
          value: slug,
          text: serverTitle({ name, cores }),
        }))}
      />
      <SelectField
        label="Workload"
        keepsLabel
        name="workload"
        defaultValue={state.workload}
        onChange={(event) => go({ server: state.server, workload: event.target.value })}
        options={
          server?.workloads.map(({ slug, label, origin }) => ({
            value: slug,
            text: `${label} (${origin})`,
          })) ?? []
        }
      />
      <ShowButton />
      {server ? <AboutServer server={server} /> : null}
    </form>
  );
}

/** The page of the server: its facts, its other names, and merging workloads; a missing fact is asked for here. */
function AboutServer({ server: { slug, cores } }: { server: ServerChoice }) {
  return cores === null ? (
    <a href={serverHref(slug, 'facts')}>Add cores to see CPU µs/o</a>
  ) : (
    <a href={serverHref(slug)}>About the server</a>
  );
}

/** Notes about the data: what was published, counted or reported in another way. */
export function CompareNotes({ selection }: { selection: BandedSelection }) {
  const { data } = selection;
  return (
    <>
      <PublishedNote data={data} />
      <SharedName data={data} />
      {unitsNotes(data).map(({ name, rest }) => (
        <p className="note" key={name}>
          <strong>{name}</strong> {rest}
        </p>
      ))}
      {selection.bands.map((band) => (
        <ReportedCosts key={band.start} selection={band.selection} />
      ))}
    </>
  );
}

/** Uploads that name no machine share a heatmap by its size, also with a sender who typed such a name. */
function SharedName({ data: { server, sharedBy } }: { data: HeatmapData }) {
  if (!sharedBy) return null;
  return (
    <p className="note">
      {sharedNameText(server, sharedBy)} <a href="/uploads">Name the server of each upload</a>
    </p>
  );
}

/** Says plainly what a table of ratios is. */
function PublishedNote({ data }: { data: HeatmapData }) {
  const published = data.workload.relativeTo;
  if (!published) return null;
  return (
    <p className="note">
      Published as ratios to <strong>{published.base}</strong>; absolute values were not published. Another
      column of this table can become the base: its ratios are then divided by that column's.
    </p>
  );
}

/** Names the costs from a summary table among computed ones, and shows how their cells are marked. */
function ReportedCosts({ selection }: { selection: HeatmapSelection }) {
  const note = reportedNote(selection);
  if (!note) return null;
  return (
    <p className="note reported-costs">
      <strong>{note.what}</strong> {note.rest}
      {note.isMarked ? (
        <>
          {' '}
          Such cells are <span className="reported-sample">underlined</span>.
        </>
      ) : null}
    </p>
  );
}
