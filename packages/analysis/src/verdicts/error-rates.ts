/** How often the rule in force raised a sure change where nothing had changed. */
interface ErrorRate {
  /** The data set, for readers. */
  data: string;
  /** False sure flags a table; of series, the part of them that had one at some night. */
  falseFlags: string;
  /** Planted changes that were found as sure. */
  found: string;
}

/**
 * Measured with the rule in force (docs/method.md §7). Every page, document and command that prints one takes it from here; a
 * test compares the documents.
 */
export const ERROR_RATES = {
  dedicated: {
    data: '120 tables of TPC-H on one dedicated machine',
    falseFlags: '0.27',
    found: '67, 89 and 92% of changes of 5, 7 and 10%',
  },
  others: {
    data: '102 tables of ClickBench on cloud machines, 4 runs a side',
    falseFlags: '0.01',
    found: '35% of changes of 20%',
  },
  othersFew: {
    data: '102 tables of ClickBench on cloud machines, the base run twice and the version once',
    falseFlags: '0.33',
    found: '10 and 26% of changes of 20 and 40%',
  },
  series: {
    data: '300 series of ClickBench nights in random order, judged after every night',
    falseFlags: '1.7%',
    found: '29% of steps of 20% within 3 nights of their place',
  },
} as const satisfies Record<string, ErrorRate>;

/** `Measured: 0.27 false sure flags a table in 120 tables of TPC-H on one dedicated machine.` */
export function errorRateSentence(kind: Exclude<keyof typeof ERROR_RATES, 'series'>): string {
  const { data, falseFlags } = ERROR_RATES[kind];
  return `Measured: ${falseFlags} false sure flags a table in ${data}.`;
}

/** `Measured: 1.7% of 300 series … had a false sure change at some night.` */
export function seriesErrorSentence(): string {
  const { data, falseFlags } = ERROR_RATES.series;
  return `Measured: ${falseFlags} of ${data}, had a false sure change at some night.`;
}
