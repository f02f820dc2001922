import type { RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { Why } from '../../../ui/why/why';
import { Costs } from './costs';
import { NightCosts } from './nights/night-costs';

/** Why the first bad version differs from the last good one. */
export function WhyRecord({ page, isLive }: { page: RegressionPage; isLive: boolean }) {
  const { server, workload, test, firstBad, lastGood, series } = page;
  const [own, base] = [firstBad, lastGood].map(({ version }) => versionLabel(version));
  return (
    <section className="page-section" aria-labelledby="why">
      <header>
        <h2 id="why">Why</h2>
        <span className="dim">
          {own} beside {base}
        </span>
      </header>
      <Why
        query={{
          server: server.slug,
          workload: workload.slug,
          test: test.key,
          column: firstBad.column,
          base: lastGood.column,
        }}
        names={{ own: own ?? '', base: base ?? '' }}
        costs={series ? <NightCosts series={series} explanation={page.explanation} /> : <Costs page={page} />}
        livePath={isLive ? null : `/r/${page.slug}`}
      />
    </section>
  );
}
