/** A workload on a server. */
export interface HeatmapKey {
  serverId: number;
  workloadId: number;
}

/** Equal for equal heatmaps. */
export function keyText({ serverId, workloadId }: HeatmapKey): string {
  return `${serverId} ${workloadId}`;
}
