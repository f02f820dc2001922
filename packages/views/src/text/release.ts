/** The part of a version that stays the same in its point releases: 8.0 of MySQL 8.0.43, 17 of PostgreSQL 17.5. */
export function majorOf(product: string, version: string): string {
  const [major = version, minor] = version.split('.');
  // From 10 on PostgreSQL counts majors in one number: 9.6, 10, 11.
  const number = Number.parseInt(major, 10);
  if (product === 'PostgreSQL' && number >= 10) return String(number);
  return minor === undefined ? major : `${major}.${minor}`;
}

/** `c8r32` in `x10a_c8r32`: what a config was sized for, cores and GB of memory. */
const SIZE_PART = /^c\d+r\d+$/;

/**
 * The part of a config's name that means the same on every server: `x10a` of `x10a_c8r32` and `x10a_c32r128`.
 * Empty without a config.
 */
export function configStem(config: string | null): string {
  return (config ?? '')
    .split('_')
    .filter((part) => part !== '' && !SIZE_PART.test(part))
    .join('_');
}
