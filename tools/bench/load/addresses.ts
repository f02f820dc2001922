/** Of the seeded database: servers, and workloads of each. */
const SERVERS = 10;
const WORKLOADS = 100;

const heatmap = (index: number) =>
  `server=bench-${1 + (index % SERVERS)}&workload=bench-${1 + (Math.floor(index / SERVERS) % WORKLOADS)}`;

/** Pages and API as people and scripts ask for them, each as often as it stands here. */
const MIX: readonly ((index: number) => string)[] = [
  (i) => `/compare?${heatmap(i)}`,
  (i) => `/api/v1/compare?${heatmap(i)}&format=json`,
  (i) => `/compare?${heatmap(i)}&metric=cpu/o`,
  () => '/',
  (i) => `/report?${heatmap(i)}`,
  () => '/api/v1/regressions?product=mysql',
  () => '/regressions?',
  (i) => `/api/v1/compare?${heatmap(i)}&format=tsv`,
  () => '/runs?',
  () => '/servers?',
];

/**
 * The n-th address of the mix. Each is asked for once: an unused parameter makes it another address, so
 * nothing that was made before can be served again.
 */
export function mixedAddress(index: number): string {
  const path = MIX[index % MIX.length]?.(Math.floor(index / MIX.length)) ?? '/';
  return `${path}${path.includes('?') ? '&' : '?'}utm_content=${index}`;
}

/** What many people open at once: one heatmap. */
export const ONE_ADDRESS = `/compare?${heatmap(0)}`;
