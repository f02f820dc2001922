import type { RefusedPairView } from '@basecase/db/types';
import { prepareRefusals } from '@basecase/views/noise';
import { countText } from '@basecase/views/text';
import { Section } from '../../ui/page/section';
import { ExcludeForm } from './exclude-form';
import { PairName, pairKey } from './pairs';

/** Pairs that look like A/A pairs but are not used, with the reason. */
export function Refusals({ refusals, canExclude }: { refusals: RefusedPairView[]; canExclude: boolean }) {
  if (refusals.length === 0) return null;
  return (
    <Section title="Refused pairs" hint={<>{countText(refusals.length, 'pair')} not used to measure noise</>}>
      <ul className="list refusals">
        {prepareRefusals(refusals).map(({ reason, words, pairs }) => (
          <li key={reason}>
            <div>
              <strong>{reason}</strong>: {words}
              <ul>
                {pairs.map((pair) => (
                  <li key={pairKey(pair)}>
                    <PairName product={pair.product} a={pair.a} b={pair.b} />
                    {pair.detail ? <span className="mid">: {pair.detail}</span> : null}
                    {canExclude && pair.reason === 'different environment' ? (
                      <ExcludeForm a={pair.a} b={pair.b} />
                    ) : null}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
