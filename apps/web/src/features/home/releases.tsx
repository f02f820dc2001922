import type { LargestDrop, Moved, ReleaseRow } from '@basecase/views/home';
import { markOf } from '@basecase/views/text';
import { methodHref, verdictTopic } from '@basecase/views/url';
import { Section } from '../../ui/page/section';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';
import { Tile } from '../../ui/table/tile';

/** The newest releases against the ones before them, judged by the noise of their servers. */
export function Releases({ releases, hidden }: { releases: ReleaseRow[]; hidden: number }) {
  return (
    <Section
      title={
        <>
          Latest releases
          {hidden > 0 ? ` (${releases.length} of ${releases.length + hidden})` : null}
        </>
      }
      hint={
        <>
          against the previous release, judged by noise (<a href={methodHref('verdicts')}>the method</a>); one
          bar per test: slower below, faster above, hollow possible, dotted unclear
        </>
      }
    >
      <ScrollTable
        label="Latest releases"
        className="data-table lately releases"
        head={[
          'Release',
          'Server',
          'Workload',
          'Tests',
          numeric('Slower'),
          numeric('Faster'),
          numeric('Unclear'),
          'Largest drop',
          numeric('Ratio'),
        ]}
      >
        {releases.map((release) => (
          <tr key={`${release.key} ${release.href}`}>
            <th scope="row">
              <a href={release.href}>
                <strong>{release.release}</strong>
              </a>{' '}
              <span className="dim">against {release.against}</span>
            </th>
            <td className="server">{release.server}</td>
            <td className="mid workload" title={release.workload}>
              {release.workload}
            </td>
            <td className="strip">
              <Strip release={release} />
            </td>
            <td className="num slower">
              <Count moved={release.slower} emphasis="bad arrow dn" />
            </td>
            <td className="num faster">
              <Count moved={release.faster} emphasis="good arrow up" />
            </td>
            <td className="num unclear dim">
              {release.unclear}
              <span className="only-narrow"> unclear</span>
            </td>
            <td className="drop">
              {release.largestDrop?.test} <span className="dim">{release.largestDrop?.range}</span>
            </td>
            <td className="num ratio">{release.largestDrop ? <Drop drop={release.largestDrop} /> : null}</td>
          </tr>
        ))}
      </ScrollTable>
    </Section>
  );
}

/** `▼ 3`, and under it `2 possible`: what is sure first, and in colour. */
function Count({ moved, emphasis }: { moved: Moved; emphasis: string }) {
  return (
    <>
      <span className={moved.sure > 0 ? emphasis : 'dim'}>{moved.sure}</span>
      {moved.possible > 0 ? <small className="dim"> {moved.possible} possible</small> : null}
    </>
  );
}

function Drop({ drop }: { drop: LargestDrop }) {
  const isPossible = drop.verdict.startsWith('possible');
  return (
    <a
      className="plain"
      href={methodHref(verdictTopic(drop.verdict))}
      title={`${drop.verdict}: what it means`}
    >
      {isPossible ? <small className="dim">possible</small> : null}
      <Tile text={drop.text} level={drop.level} direction={markOf(drop.level)} />
    </a>
  );
}

/** One bar per test: position, shape and colour say the same. */
function Strip({ release }: { release: ReleaseRow }) {
  const bars = release.strip.flatMap((classes, index) => (index === 0 ? classes : ['gap', ...classes]));
  const { slower, faster, tests, unclear } = release;
  return (
    <span
      className="code"
      role="img"
      aria-label={`Of ${tests} tests ${slower.sure} slower and ${slower.possible} possibly, ${faster.sure} faster and ${faster.possible} possibly, ${unclear} unclear`}
    >
      {bars.map((bar, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are positions.
        <i key={index} className={bar} />
      ))}
    </span>
  );
}
