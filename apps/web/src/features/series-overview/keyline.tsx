import { againstText, type OverviewModel } from '@basecase/views/series';

/** Meaning of the marks, in the words of the readout. */
export function Keyline({ model }: { model: OverviewModel }) {
  return (
    <p className="overview-keyline" aria-hidden="true">
      <span>
        <svg width="9" height="9" aria-hidden="true">
          <circle cx="4.5" cy="4.5" r="2" fill="var(--text-3)" />
        </svg>
        a night
      </span>
      <span>
        <svg width="18" height="9" aria-hidden="true">
          <path d="M0 4.5h18" stroke="var(--ink)" strokeWidth="2" />
        </svg>
        level
      </span>
      <span>
        <svg width="18" height="9" aria-hidden="true">
          <path d="M0 4.5h18" stroke="var(--text-3)" strokeDasharray="2 3" />
        </svg>
        {againstText(model)}
      </span>
      <span>
        <svg width="10" height="9" aria-hidden="true">
          <path d="M1.4 1.1h7.2l-3.6 6.1z" fill="var(--surface)" stroke="var(--regress)" strokeWidth="1.25" />
        </svg>
        possible
      </span>
      <span>
        <i className="begins" />a level begins
      </span>
      <span>
        <s>0.87</s> outlier, left out
      </span>
    </p>
  );
}
