import type { Profile } from '@basecase/ingest/model';

/** Samples in each frame itself, not in what it calls; in the order of the frames. */
export function ownSamples({ frames }: Profile): number[] {
  const own = frames.map(({ value }) => value);
  for (const { parent, value } of frames) {
    if (parent >= 0) own[parent] = (own[parent] ?? 0) - value;
  }
  // Titles of drawn graphs are exact, sums of several files too: less than nothing is a frame that was read twice.
  return own.map((samples) => Math.max(0, samples));
}

/** Share of all samples that a function has itself, over all stacks that it is in. */
export function ownShares(profile: Profile): Map<string, number> {
  const shares = new Map<string, number>();
  const total = profile.frames[0]?.value ?? 0;
  if (total === 0) return shares;
  for (const [index, samples] of ownSamples(profile).entries()) {
    const name = profile.frames[index]?.name ?? '';
    shares.set(name, (shares.get(name) ?? 0) + samples / total);
  }
  return shares;
}
