/** A workload on a server. */
export interface HeatmapKey {
  serverId: number;
  workloadId: number;
}

/** Equal for equal heatmaps. */
export function keyText({ serverId, workloadId }: HeatmapKey): string {
  return `${serverId} ${workloadId}`;
}

/** In one order for everybody: two that overlap wait for each other, and never both. */
export function byKey(a: HeatmapKey, b: HeatmapKey): number {
  return a.serverId - b.serverId || a.workloadId - b.workloadId;
}
