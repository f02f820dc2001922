import type { NoiseAtlasEntry, NoiseAtlasList } from '@basecase/db/types';
import {
  atlasSentence,
  emptyAtlas,
  type NoiseState,
  noiseHref,
  prepareAtlas,
  prepareAtlasPages,
} from '@basecase/views/noise';
import { methodHref } from '@basecase/views/url';
import { FilterBar } from '../../ui/form/filter-bar';
import { HowToCalibrate } from '../../ui/page/how-to-calibrate';
import { Pager } from '../../ui/page/pager';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';

interface Props {
  list: NoiseAtlasList;
  state: NoiseState;
}

/** How much tests move when nothing changed: all servers and workloads, a page at a time. */
export function AtlasScreen({ list, state }: Props) {
  const sentence = atlasSentence(list);
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
      </div>
      {list.total === 0 && !isSearched ? null : (
        <FilterBar
          action="/noise"
          label="Search servers and workloads"
          search={{ value: state.q, placeholder: '48-core sysbench -cached' }}
          allHref={state.q ? noiseHref({}) : null}
        />
      )}
      {list.entries.length === 0 ? (
        <Nothing list={list} state={state} />
      ) : (
        <AtlasTable entries={list.entries} />
      )}
      <Pages list={list} state={state} />
    </main>
  );
}

function Nothing({ list, state }: Props) {
  switch (emptyAtlas(list, state)) {
    case 'nothing stored':
      return (
        <p className="page-section inset mid">
          No run is stored yet. Noise is measured from runs that should be the same: one version run twice, or
          two point releases. <a href="/upload">Upload some</a>
        </p>
      );
    case 'no match':
      return (
        <p className="page-section inset mid">
          No server and workload matches. <a href={noiseHref({})}>Show all</a>
        </p>
      );
    case 'beyond the end':
      return <p className="page-section inset mid">No more entries.</p>;
  }
}

function Pages({ list, state }: Props) {
  const { text, previous, next } = prepareAtlasPages(list, state);
  if (previous === null && next === null) return null;
  return (
    <Pager
      back={previous ? { href: previous, words: 'Previous' } : null}
      text={text}
      next={next ? { href: next, words: 'Next' } : null}
    />
  );
}

function AtlasTable({ entries }: { entries: NoiseAtlasEntry[] }) {
  return (
    <ScrollTable
      label="Servers and workloads"
      boxClassName="page-section"
      className="data-table atlas"
      head={[
        'Server',
        'Workload',
        numeric('A/A pairs'),
        numeric('Refused'),
        numeric('Noise σ, median'),
        numeric('One run detects'),
        'Noisiest test, one run detects',
      ]}
    >
      {prepareAtlas(entries).map((row) => (
        <tr key={row.href}>
          <th scope="row">
            {row.server} <span className="dim">{row.serverName}</span>
          </th>
          <td>
            <a href={row.href}>{row.workload}</a> <span className="dim">{row.details}</span>
          </td>
          <td className="num">{row.pairs}</td>
          <td className="num">{row.refused}</td>
          <td className={row.isCalibrated ? 'num' : 'num cold'}>
            {row.isCalibrated ? (
              row.sigma
            ) : (
              <a href={methodHref('not-calibrated')} title={row.assumed}>
                {row.sigma}
              </a>
            )}
          </td>
          <td className="num">
            <strong>{row.visible}</strong>
          </td>
          <td>{row.worst}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}
