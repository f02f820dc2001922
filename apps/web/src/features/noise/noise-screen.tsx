import type { NoiseAtlasPage } from '@basecase/db/types';
import { compareHref } from '@basecase/views/compare';
import { noiseSentence, noiseTitle, prepareTests, scaleText } from '@basecase/views/noise';
import { countText } from '@basecase/views/text';
import { methodHref, serverHref } from '@basecase/views/url';
import { isKindOpen } from '@basecase/views/verdict';
import { HowToCalibrate } from '../../ui/page/how-to-calibrate';
import { Excluded } from './excluded';
import { Pairs } from './pairs';
import { Refusals } from './refusals';
import { TestsTable } from './tests-table';

interface Props {
  page: NoiseAtlasPage;
  /** Admins may exclude. */
  canExclude: boolean;
}

/** The noise of each test on one server, with the A/A pairs used and refused. */
export function NoiseScreen({ page, canExclude }: Props) {
  const sentence = noiseSentence(page);
  return (
    <main id="main" className="page noise">
      <div className="page-head">
        <div>
          <p>
            <a href="/noise">Noise</a>
          </p>
          <h1>{noiseTitle(page)}</h1>
          <p>
            <strong>{sentence.strong}</strong>
            {sentence.rest}
          </p>
          <p className="dim">
            {page.workload.details.join(', ')}
            {page.workload.details.length > 0 ? '; ' : ''}
            {page.calibrated ? (
              `${countText(page.pairs, 'A/A pair')}, ${scaleText(page.scale)}`
            ) : (
              <a href={methodHref('not-calibrated')}>not calibrated</a>
            )}
            ; rule version {page.ruleVersion}
            {!page.calibrated && isKindOpen(page.server.kind) ? (
              <>
                . Dedicated machine? <a href={serverHref(page.server.slug, 'facts')}>Set its kind</a>
              </>
            ) : null}
          </p>
          {page.calibrated ? null : <HowToCalibrate />}
        </div>
        <div className="actions">
          <a
            className="button"
            href={compareHref({ server: page.server.slug, workload: page.workload.slug })}
          >
            Open in compare
          </a>
          <a className="button" href={methodHref('noise')}>
            Method
          </a>
        </div>
      </div>
      <div className="stack">
        <TestsTable groups={prepareTests(page.tests)} />
        <Pairs pairs={page.used} canExclude={canExclude} />
        <Refusals refusals={page.refusals} canExclude={canExclude} />
        <Excluded exclusions={page.excluded} canExclude={canExclude} />
        {canExclude ? null : (
          <p className="mid">Admins can exclude a pair, or mark a run as bad, with a reason that is kept.</p>
        )}
      </div>
    </main>
  );
}
