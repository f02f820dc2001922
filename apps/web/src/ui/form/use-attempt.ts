import { useState } from 'react';
import { messageOf } from '../api/api';

/** Does one thing at a time that may fail, and keeps why it did until the next. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** @returns whether it was done */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (reason) {
      setError(messageOf(reason));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, attempt };
}
