import type { NoiseAtlasList } from '@basecase/db/types';
import {
  atlasPages,
  atlasRows,
  atlasSentence,
  emptyAtlas,
  type NoiseState,
  noiseHref,
} from '@basecase/views/noise';
import { methodHref } from '@basecase/views/url';
import { FilterBar } from '../../ui/form/filter-bar';
import { HowToCalibrate } from '../../ui/page/how-to-calibrate';
import { NumberedPager } from '../../ui/page/pager';
import { ColumnTable } from '../../ui/table/column-table';

interface Props {
  list: NoiseAtlasList;
  state: NoiseState;
}

/** The noise of all servers and workloads, a page at a time. */
export function AtlasScreen({ list, state }: Props) {
  const sentence = atlasSentence(list);
  const paging = atlasPages(list, state);
  const isSearched = state.q !== '';
  return (
    <main id="main" className="page noise">
      <div className="page-head">
        <div>
          <h1>Noise</h1>
          <p>
            {list.total === 0 ? null : (
              <>
                <strong>{sentence.strong}</strong>
                {sentence.rest}{' '}
              </>
            )}
            <a href={methodHref('noise')}>How noise is measured</a>
          </p>
          {list.calibrated < list.total ? <HowToCalibrate /> : null}
        </div>
        <div className="actions">
          <a className="button" href="/noise/false-alarms">
            False alarms
          </a>
        </div>
      </div>
      {list.total === 0 && !isSearched ? null : (
        <FilterBar
          action="/noise"
          label="Search servers and workloads"
          search={{ value: state.q, placeholder: '48-core sysbench -cached' }}
          allHref={state.q ? noiseHref({}) : null}
        />
      )}
      <AtlasTable list={list} state={state} />
      {(paging.previous ?? paging.next) ? <NumberedPager paging={paging} /> : null}
    </main>
  );
}

const EMPTY = {
  'nothing stored': (
    <>
      No run is stored yet. Noise is measured from runs that should be equal: one version run twice, or two
      point releases. <a href="/upload">Upload some</a>
    </>
  ),
  'no match': (
    <>
      No server and workload matches. <a href={noiseHref({})}>Show all</a>
    </>
  ),
  'beyond the end': 'No more entries.',
};

function AtlasTable({ list, state }: Props) {
  const rows = atlasRows(list.entries);
  if (rows.length === 0) return <p className="page-section inset mid">{EMPTY[emptyAtlas(list, state)]}</p>;
  return (
    <ColumnTable
      label="Servers and workloads"
      boxClassName="page-section"
      className="data-table cards atlas"
      rows={rows}
      rowKey={({ href }) => href}
      columns={[
        {
          head: 'Server',
          kind: 'name',
          className: 'long-name',
          cell: ({ server, serverName }) => (
            <>
              {server} <span className="dim">{serverName}</span>
            </>
          ),
        },
        {
          head: 'Workload',
          cell: ({ href, workload, details }) => (
            <>
              <a href={href}>{workload}</a> <span className="dim">{details}</span>
            </>
          ),
        },
        { head: 'Repeat pairs', kind: 'number', text: 'pairs' },
        { head: 'Refused', kind: 'number', text: 'refused' },
        {
          head: 'Noise σ, median',
          kind: 'number',
          className: ({ isCalibrated }) => (isCalibrated ? undefined : 'cold'),
          cell: ({ isCalibrated, sigma, assumed }) =>
            isCalibrated ? (
              sigma
            ) : (
              <a href={methodHref('not-calibrated')} title={assumed}>
                {sigma}
              </a>
            ),
        },
        { head: 'One run detects', kind: 'number', cell: ({ visible }) => <strong>{visible}</strong> },
        { head: 'Noisiest test, one run detects', text: 'worst' },
      ]}
    />
  );
}
