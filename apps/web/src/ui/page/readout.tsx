import { type ComponentProps, type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import { KeysHelp } from './keys-help';

interface ReadoutProps {
  className?: string;
  line: ReactNode;
  /** Before anything was pointed at. */
  hint: string;
  keys?: ComponentProps<typeof KeysHelp>;
  children?: ReactNode;
}

/** One line about the place under the pointer or the focus, and the keys of the page. */
export function Readout({ className, line, hint, keys, children }: ReadoutProps) {
  return (
    <div className={className ? `readout ${className}` : 'readout'}>
      <output aria-live="polite">{line ?? <span className="dim">{hint}</span>}</output>
      {children}
      {keys ? <KeysHelp {...keys} /> : null}
    </div>
  );
}

interface PlaceReadoutProps<Place> extends Omit<ReadoutProps, 'line'> {
  /** Takes the place that is pointed at. */
  ref: Ref<(place: Place) => void>;
  lineOf: (place: Place) => ReactNode;
}

/** A readout that keeps the place itself: moving over 2,000 cells must draw one line, not the page. */
export function PlaceReadout<Place>({ ref, lineOf, ...readout }: PlaceReadoutProps<Place>) {
  const [place, setPlace] = useState<Place | null>(null);
  useImperativeHandle(ref, () => (next: Place) => setPlace(() => next), []);
  return <Readout {...readout} line={place && lineOf(place)} />;
}
