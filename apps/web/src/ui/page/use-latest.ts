import { type RefObject, useEffect, useRef } from 'react';

/** The newest value, for handlers that are registered once. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
