/** Class of a verdict as text on a plain surface. */
export function emphasisOf(level: string): 'bad' | 'good' | undefined {
  if (level.startsWith('r')) return 'bad';
  return level.startsWith('b') ? 'good' : undefined;
}
