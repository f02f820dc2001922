/** What `basecase record --init` writes: to be changed by whoever has other servers and tests. @returns JSON */
export function examplePlan(): string {
  const plan = {
    basecase: 1,
    variants: [
      {
        product: 'PostgreSQL',
        version: '17.10',
        config: 'b1',
        settings: { text: 'shared_buffers = 1GB\nautovacuum = off\n' },
        starter: 'postgres',
        binaries: 'npm:17.10',
      },
      {
        product: 'PostgreSQL',
        version: '18.4',
        config: 'b1',
        settings: { text: 'shared_buffers = 1GB\nautovacuum = off\n' },
        starter: 'postgres',
        binaries: 'npm:18.4',
      },
    ],
    tests: [
      { name: 'point-query', tool: 'sysbench', script: 'oltp_point_select' },
      { name: 'read-only', range: 10, tool: 'sysbench', script: 'oltp_read_only' },
      { name: 'update-index', tool: 'sysbench', script: 'oltp_update_index' },
    ],
    load: { tables: 1, rows: 500_000 },
    rounds: { resolution: 0.03, least: 8, most: 48, restartEvery: 6 },
    seconds: 5,
    warmup: 1,
    clients: 1,
    monitors: ['vmstat', 'iostat'],
    server: { name: 'my-server', kind: 'unknown' },
  };
  return `${JSON.stringify(plan, null, 2)}\n`;
}
