import type { DeliveryText } from '@basecase/views/webhooks';

/** The delivery of a message, with the reason of a failed try. */
export function Delivery({ delivery: { className, word, rest, error } }: { delivery: DeliveryText }) {
  return (
    <>
      <span className={className}>{word}</span>
      {rest}
      {error === '' ? null : <small>{error}</small>}
    </>
  );
}
