import type { MergeableWorkload, ServerPage } from '@basecase/db/types';
import {
  countHeatmaps,
  measuredGroups,
  mergeableGroups,
  workloadMergeHref,
} from '@basecase/views/server-page';
import { countText } from '@basecase/views/text';
import { Section } from '../../ui/page/section';

interface Props {
  page: ServerPage;
  /** Empty for visitors without the right to merge. */
  mergeable: readonly MergeableWorkload[];
}

/** What was measured on a server, with links to the heatmaps and to the open records. */
export function MeasuredSection({ page, mergeable }: Props) {
  const suites = mergeableGroups(mergeable);
  const groups = measuredGroups(page);
  return (
    <Section
      title="Measured here"
      hint={groups.length > 0 ? countText(countHeatmaps(page), 'heatmap') : null}
      id="measured"
    >
      {groups.length === 0 ? (
        <p className="inset mid">
          No run carries this name. <a href="/upload">Upload results</a> and choose this server.
        </p>
      ) : (
        groups.map(({ product, rows }) => (
          <div key={product} className="measured-product">
            <h3>{product}</h3>
            <ul className="list">
              {rows.map((row) => (
                <li key={row.key}>
                  <span>
                    <a href={row.href}>{row.workload}</a> <span className="dim">{row.details}</span>
                    <small>
                      {row.versions}; {countText(row.runs, 'run')}, {countText(row.tests, 'test')}, newest{' '}
                      {row.latest}
                    </small>
                  </span>
                  <a href={row.recordsHref} className="counts">
                    {row.records.map(({ text, isWorse, isPossible }) => (
                      <span key={text} className={isPossible ? 'mid' : isWorse ? 'bad' : 'good'}>
                        {isPossible ? null : <span aria-hidden="true">{isWorse ? '▾ ' : '▴ '}</span>}
                        {text}
                      </span>
                    ))}
                    {row.records.length === 0 ? <span className="dim">no open records</span> : null}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
      {suites.length > 0 ? (
        <p className="inset mid merge-hint">
          Workloads are shown apart where what was read of them differs.{' '}
          <a href={workloadMergeHref(page.server.slug)}>Merge those that are one suite …</a>
        </p>
      ) : null}
    </Section>
  );
}
