interface Sample {
  seconds: number;
  bytes: number;
}

/** The rate is that of the last seconds: long enough to be steady, short enough to show a connection that slows. */
const WINDOW_SECONDS = 4;
/** Before this, the first packets that a network card swallows at once would be taken for a rate. */
const LEAST_SECONDS = 0.5;

/** Bytes per second out of how far sending was at which time. */
export class SendRate {
  #samples: Sample[] = [];

  /** @returns null until there is something to say */
  add(sample: Sample): number | null {
    this.#samples.push(sample);
    while (this.#samples.length > 2 && this.#isOld(this.#samples[1], sample)) this.#samples.shift();
    const [first] = this.#samples;
    if (!first) return null;
    const seconds = sample.seconds - first.seconds;
    return seconds < LEAST_SECONDS ? null : (sample.bytes - first.bytes) / seconds;
  }

  #isOld(second: Sample | undefined, newest: Sample): boolean {
    return second !== undefined && newest.seconds - second.seconds >= WINDOW_SECONDS;
  }
}
