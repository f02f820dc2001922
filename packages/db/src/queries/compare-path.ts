/** Path and query of the compare page for one heatmap, all else left at its default. */
export function comparePath({ server, workload }: { server: string; workload: string }): string {
  return `/compare?${new URLSearchParams({ server, workload })}`;
}
