import type { LogParser } from '../parser';

/**
 * Logs of HdrHistogram, which YCSB writes for each operation with `hdrhistogram.fileoutput`: compressed histograms in
 * base64. The percentiles of the whole run are in the rows that YCSB prints, which are read instead.
 * Format: HistogramLogWriter of github.com/HdrHistogram/HdrHistogram.
 */
export const hdrLog: LogParser = {
  kind: 'hdr-histogram-log',
  about: 'log of HdrHistogram: `#[Histogram log format version 1.3]`',
  score: ({ head, name }) => {
    const isNamed = name.endsWith('.hdr');
    if (CONTENT.test(head)) return isNamed ? 1 : 0.9;
    return isNamed ? 0.3 : 0;
  },
  open: null,
};

const CONTENT = /^#\[(?:Logging for: |Histogram log format version \d)|^"StartTimestamp","Interval_Length"/m;
