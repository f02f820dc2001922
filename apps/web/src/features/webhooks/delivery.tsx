import type { DeliveryText } from '@basecase/views/webhooks';

/** What became of a message; the reason of a failed try stands below. */
export function Delivery({ delivery: { className, word, rest, error } }: { delivery: DeliveryText }) {
  return (
    <>
      <span className={className}>{word}</span>
      {rest}
      {error === '' ? null : <small>{error}</small>}
    </>
  );
}
