const WIDTH = 24;

/** `[######                  ]  25%  name, 12.5 of 50.0 MB`; never shows 100% before all is done. */
export function progressBar(part: { done: number; of: number }, text: string): string {
  const share = part.of > 0 ? Math.min(1, part.done / part.of) : 0;
  const filled = Math.floor(share * WIDTH);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${percent}%  ${text}`;
}

/** `12.5 of 50.0 MB` */
export function megabytes(done: number, of: number): string {
  return `${(done / 1e6).toFixed(1)} of ${(of / 1e6).toFixed(1)} MB`;
}
