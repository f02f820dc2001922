import type { GridPoint } from './series-grid';

/** Everything a chart of two lines draws. */
export interface PairChartModel {
  key: string;
  label: string;
  unit: string;
  /** Means of the two lines, for the head of the chart. */
  means: string;
  points: GridPoint[];
  /** Top of the axis; it starts at zero. */
  top: number;
  ticks: { x: number; text: string }[];
  /** The chart in words. */
  description: string;
}
