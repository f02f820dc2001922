import type { ReactNode } from 'react';

interface Props {
  /** What could not be done, and what is shown meanwhile. */
  children: ReactNode;
  className?: string;
  onRetry: () => void;
}

/** Says that something failed that may work the next time. */
export function TryAgain({ children, className, onRetry }: Props) {
  return (
    <p className={className} role="alert">
      {children}{' '}
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
