import type { RegressionPage } from '@basecase/db/types';
import { Why } from '../../../ui/why/why';
import { Costs } from './costs';

/** Why the first bad version is as it is, beside the last good one. */
export function WhyRecord({ page, isLive }: { page: RegressionPage; isLive: boolean }) {
  const { server, workload, test, firstBad, lastGood } = page;
  return (
    <section className="page-section" aria-labelledby="why">
      <header>
        <h2 id="why">Why</h2>
        <span className="dim">
          {firstBad.version} beside {lastGood.version}
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
        names={{ own: firstBad.version, base: lastGood.version }}
        costs={<Costs page={page} />}
        livePath={isLive ? null : `/r/${page.slug}`}
      />
    </section>
  );
}
