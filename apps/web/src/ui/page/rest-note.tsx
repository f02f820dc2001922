import type { RestProblem } from './use-rest';

/** Says what of the page did not come, and offers to ask again. */
export function RestNote({ problem, children }: { problem: RestProblem | null; children: React.ReactNode }) {
  if (!problem) return null;
  return (
    <p className="note" role="alert">
      {children}{' '}
      <button type="button" className="btn" onClick={problem.retry}>
        Try again
      </button>
    </p>
  );
}
