import { memo } from 'react';

/** Meaning of the marks of the chart, in the words of the readout. */
export const Keyline = memo(function Keyline() {
  return (
    <p className="keyline" aria-hidden="true">
      <span>
        <svg width="9" height="9" aria-hidden="true">
          <circle cx="4.5" cy="4.5" r="2.5" fill="var(--series-2)" />
        </svg>
        a night
      </span>
      <span>
        <svg width="10" height="9" aria-hidden="true">
          <path d="M1 .8h8l-4 6.8z" fill="var(--regress)" />
        </svg>
        in a slower level
      </span>
      <span>
        <svg width="10" height="9" aria-hidden="true">
          <path d="M1.4 1.1h7.2l-3.6 6.1z" fill="var(--surface)" stroke="var(--regress)" strokeWidth="1.25" />
        </svg>
        possible
      </span>
      <span>
        <svg width="9" height="9" aria-hidden="true">
          <path d="M1 1l7 7m0-7l-7 7" stroke="var(--text-2)" strokeWidth="1.5" />
        </svg>
        outlier, left out
      </span>
      <span>
        <svg width="18" height="10" aria-hidden="true">
          <path d="M0 0h18v10h-18z" fill="var(--surface-3)" />
          <path d="M0 5h18" stroke="var(--ink)" strokeWidth="2" />
        </svg>
        level and noise
      </span>
      <span>
        <svg width="11" height="11" aria-hidden="true">
          <path d="M5.5 0l5 5.5-5 5.5-5-5.5z" fill="var(--ink)" />
        </svg>
        release
      </span>
    </p>
  );
});
