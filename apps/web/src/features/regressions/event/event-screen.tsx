import { type EventPageModel, STRIP } from '@basecase/views/regressions';
import { safeHref } from '../../../ui/markdown/safe-href';
import { CopyButton } from '../../../ui/page/copy-button';
import { Section } from '../../../ui/page/section';
import { ColumnTable, type PageColumn } from '../../../ui/table/column-table';
import { HowSure } from '../../../ui/table/how-sure';
import { Tile } from '../../../ui/table/tile';
import { CommitFound } from '../record/find-commit';
import { SuspectList } from '../suspect-list';
import { EventTriage } from './event-triage';

interface Props {
  model: EventPageModel;
  /** Sentence and address, for a message. */
  linkText: string;
  /** The chart as a file, in a data URL; null: there is none. */
  chartHref: string | null;
  /** Form of a new issue, filled in; null: no repository is set, or it is reported already. */
  issueHref: string | null;
  canTriage: boolean;
}

/** One event below its card: its versions, the tests of each server, its triage and its history. */
export function EventScreen({ model, linkText, chartHref, issueHref, canTriage }: Props) {
  const { title, state, mutedText, imageHref, byVersion, suspects, searches, sections, triage, history } =
    model;
  const page = suspects.href === null ? null : safeHref(suspects.href);
  return (
    <main id="main" className="page">
      <header className="event-head">
        <h1>{title}</h1>
        <p className="cluster">
          <span className="pill">{state}</span>
          {mutedText ? <span className="pill">{mutedText}</span> : null}
          <CopyButton text={linkText} label="Copy link" />
          {issueHref === null ? null : (
            <a className="button" href={issueHref} rel="noopener noreferrer">
              New issue
            </a>
          )}
          <a className="button" href={imageHref} download="basecase-card.png">
            PNG card, 1200 × 630
          </a>
          {chartHref === null ? null : (
            <a className="button" href={chartHref} download="basecase-chart.svg">
              SVG chart
            </a>
          )}
        </p>
      </header>
      <div className="event-parts">
        {byVersion ? <ByVersion model={byVersion} /> : null}
        {suspects.rows.length > 0 ? (
          <Section title="Suspects" id="suspects" hint="commits after the last good build">
            <div className="inset pile anywhere">
              <SuspectList list={suspects} />
              {page === null ? null : (
                <p>
                  <a href={page} rel="noopener noreferrer">
                    All commits of the range
                  </a>
                </p>
              )}
            </div>
          </Section>
        ) : null}
        {searches.map(({ record, test, search }) => (
          <Section
            key={record}
            title="Commit"
            hint={`searched by ${test}`}
            aside={
              <a className="push" href={`/r/${record}`}>
                Record<span className="sr-only"> of {test}</span>
              </a>
            }
          >
            <div className="inset pile anywhere">
              <CommitFound search={search} />
            </div>
          </Section>
        ))}
        {sections.map((section) => (
          <Tests key={section.key} section={section} />
        ))}
        <EventTriage model={triage} canTriage={canTriage} />
        <Section title="History" id="history" hint="changes of the event; each test has its own">
          <ColumnTable
            label="Table of changes"
            className="data-table cards"
            rows={history}
            empty="Nothing was changed yet."
            columns={[
              { head: 'Change', kind: 'name', text: 'text' },
              { head: 'By', className: 'mid', text: 'by' },
              { head: 'When', className: 'mid', cell: ({ at, day }) => <time dateTime={at}>{day}</time> },
              { head: 'Undone', className: 'dim', text: 'undone' },
            ]}
          />
        </Section>
      </div>
    </main>
  );
}

type Versions = NonNullable<EventPageModel['byVersion']>;

function ByVersion({ model: { heads, rows } }: { model: Versions }) {
  return (
    <Section title="By version" id="versions" hint="median of the tests of the event, as in the chart">
      <ColumnTable
        label="Table of versions"
        className="data-table event-versions"
        rows={rows}
        rowClass={({ isFirstBad }) => (isFirstBad ? 'first-bad' : undefined)}
        columns={[
          {
            head: 'Version',
            kind: 'name',
            cell: ({ version, role, isFirstBad }) => (
              <>
                <strong>{version}</strong> {isFirstBad ? <b>{role}</b> : <span className="dim">{role}</span>}
              </>
            ),
          },
          ...heads.map(
            (head, index): PageColumn<Versions['rows'][number]> => ({
              head,
              kind: 'number',
              text: ({ cells }) => cells[index] ?? '',
            }),
          ),
        ]}
      />
    </Section>
  );
}

/** Each test over the versions of the chart; 1.00 is the dashed line. */
const OVER_VERSIONS: PageColumn<EventPageModel['sections'][number]['tests'][number]> = {
  head: 'Over the versions',
  headClass: 'only-wide',
  className: 'strip only-wide',
  cell: ({ strip, direction }) => (
    <svg
      width={STRIP.width}
      height={STRIP.height}
      viewBox={`0 0 ${STRIP.width} ${STRIP.height}`}
      aria-hidden="true"
    >
      <path className="zero" d={`M0 ${STRIP.height / 2}H${STRIP.width}`} />
      <path className={direction} d={strip} />
    </svg>
  ),
};

/** The tests of a server: a test opens its record, its ratio the cell of the heatmap. */
function Tests({ section }: { section: EventPageModel['sections'][number] }) {
  const { title, label, hint, head, heatmapHref, tests } = section;
  return (
    <Section
      title={title}
      hint={hint}
      aside={
        <a className="push" href={heatmapHref}>
          Heatmap<span className="sr-only"> of {label}</span>
        </a>
      }
    >
      <ColumnTable
        label={`Tests on ${label}`}
        className="data-table"
        rows={tests}
        columns={[
          {
            head: 'Test',
            kind: 'name',
            className: 'long-name',
            cell: ({ href, name }) => <a href={href}>{name}</a>,
          },
          {
            head,
            kind: 'number',
            cell: ({ name, ratio, level, direction, isLikely, cellHref }) => {
              const tile = isLikely ? (
                <span className="tile likely">{ratio}</span>
              ) : (
                <Tile text={ratio} level={level} direction={direction} />
              );
              return cellHref ? (
                <a href={cellHref}>
                  {tile}
                  <span className="sr-only"> {name} in the heatmap</span>
                </a>
              ) : (
                tile
              );
            },
          },
          ...(tests.some(({ strip }) => strip !== '') ? [OVER_VERSIONS] : []),
          { head: 'How sure', cell: ({ certainty }) => <HowSure certainty={certainty} /> },
          { head: 'What it does', className: 'mid words', text: 'does' },
        ]}
      />
    </Section>
  );
}
