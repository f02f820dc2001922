import type { ReactNode } from 'react';

/** Half of the size of a marker; the area of all shapes is about the same. */
const R = 4;

/** Drawn filled or open, so that six series differ without colour. */
const SHAPES: readonly { path: string; filled: boolean }[] = [
  { path: 'M-3.5-3.5h7v7h-7z', filled: true },
  { path: `M${-R} 0a${R} ${R} 0 1 0 ${2 * R} 0a${R} ${R} 0 1 0 ${-2 * R} 0`, filled: false },
  { path: 'M0-4.6 4.4 3.6h-8.8z', filled: true },
  { path: 'M0-4.8 4.8 0 0 4.8-4.8 0z', filled: false },
  { path: `M${-R} 0a${R} ${R} 0 1 0 ${2 * R} 0a${R} ${R} 0 1 0 ${-2 * R} 0`, filled: true },
  { path: 'M-3.5-3.5h7v7h-7z', filled: false },
  { path: 'M0-4.8 4.8 0 0 4.8-4.8 0z', filled: true },
  { path: 'M0-4.6 4.4 3.6h-8.8z', filled: false },
];

interface Props {
  /** Place of the series: its shape. */
  shape: number;
  x?: number | undefined;
  y?: number | undefined;
  /** Hue only where the point has a verdict. */
  color?: string | undefined;
}

/** The shape of a series inside an SVG. */
export function Marker({ shape, x = 0, y = 0, color = 'var(--series-1)' }: Props) {
  const { path, filled } = SHAPES[shape % SHAPES.length] ?? { path: '', filled: true };
  return (
    <path
      d={path}
      transform={`translate(${x} ${y})`}
      fill={filled ? color : 'var(--surface)'}
      stroke={color}
      strokeWidth={filled ? 0 : 1.6}
    />
  );
}

/** The shape of a series in running text. */
export function MarkerIcon({ shape }: { shape: number }) {
  return (
    <svg className="marker" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
      <Marker shape={shape} />
    </svg>
  );
}

interface KeyMarkProps {
  width: number;
  height?: number;
  words: string;
  children: ReactNode;
}

/** A mark of a chart next to its meaning. */
export function KeyMark({ width, height = 9, words, children }: KeyMarkProps) {
  return (
    <span>
      <svg width={width} height={height} aria-hidden="true">
        {children}
      </svg>
      {words}
    </span>
  );
}
