/**
 * Orders versions as releases are ordered, not as strings: 5.6.51 < 8.0.43 < 9.5.0; 18.4 < 19devel < 19beta1 < 19rc1 < 19.0.
 * A development version precedes the first beta of the same line.
 *
 * @param version as shown, e.g. `18beta3`
 * @returns a key whose plain byte order is release order; unknown versions sort after all known ones
 */
export function versionSortKey(version: string): string {
  const parsed =
    /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(?:[ -]?(devel(?![a-z])|dev(?![a-z])|alpha|beta|b|rc)(\d+)?)?(.*)$/.exec(
      version,
    );
  if (!parsed || parsed[7]?.match(/^\d/)) return `~${version}`;
  const [, major, minor, patch, fourth, stage, stageNumber, rest] = parsed;
  const pad = (part: string | undefined) => (part ?? '').padStart(6, '0');
  const stageRank = { devel: 0, dev: 0, alpha: 1, beta: 2, b: 2, rc: 3 }[stage ?? ''] ?? 9;
  return [
    pad(major),
    pad(minor),
    pad(patch),
    pad(fourth),
    `${stageRank}${pad(stageNumber)}`,
    rest ?? '',
  ].join('.');
}

/** Comparator over versions as shown, by `versionSortKey`. */
export function compareVersions(a: string, b: string): number {
  const [ka, kb] = [versionSortKey(a), versionSortKey(b)];
  return ka < kb ? -1 : Number(ka > kb);
}
