/** Class of a verdict as text on a plain surface. */
export function toneOf(level: string): '' | 'bad' | 'good' {
  if (level.startsWith('r')) return 'bad';
  return level.startsWith('b') ? 'good' : '';
}
