import { type Disclosure, disclosureCount, missingText } from '@basecase/views/runs';
import './disclosure.css';

interface Props {
  /** Null: nothing is drawn. */
  disclosure: Disclosure | null;
  className?: string;
}

/** What is needed to repeat a benchmark: each item known with its source, or missing with how to record it. */
export function DisclosureCard({ disclosure, className = '' }: Props) {
  if (!disclosure) return null;
  return (
    <section className={`page-section disclosure ${className}`} aria-labelledby="disclosure">
      <header>
        <h2 id="disclosure">Disclosure</h2>
        <span className="dim">{disclosureCount(disclosure)}: what it takes to repeat this benchmark</span>
      </header>
      <dl className="inset">
        {disclosure.items.map((item) => (
          <div key={item.id} className={item.state}>
            <dt>{item.label}</dt>
            <dd>
              {item.value === null ? null : (
                <span>
                  {item.value} <small className="dim">{item.source}</small>
                </span>
              )}
              {item.record === null ? null : (
                <span>
                  <strong>{missingText(item, disclosure.runs)}</strong>{' '}
                  <small className="dim">{item.record}</small>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
