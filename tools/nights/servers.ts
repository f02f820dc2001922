/** A machine, and how the tests are run on it. */
export interface PlannedServer {
  name: string;
  cores: number;
  cpu: string;
  memoryBytes: number;
  storage: string;
  os: string;
  kind: 'dedicated';
  /** Class in the name of the config: `c8r32`. */
  serverClass: string;
  /** Devices that iostat lists; the data is on the last one. */
  devices: readonly string[];
  clients: number;
  tables: number;
  rowsPerTable: number;
  /** Throughput of all clients / that of one client on the first server. */
  speed: number;
  /** Percent of all cores that tests keep busy. */
  cpuPercent: number;
}

const GIB = 2 ** 30;

/** In the order in which they are planned: one small, one large. */
export const SERVERS: readonly PlannedServer[] = [
  {
    name: 'nightly-8',
    cores: 8,
    cpu: 'AMD Ryzen 7 7735HS',
    memoryBytes: 32 * GIB,
    storage: 'NVMe, 1 TB',
    os: 'Ubuntu 24.04',
    kind: 'dedicated',
    serverClass: 'c8r32',
    devices: ['nvme0n1'],
    clients: 1,
    tables: 1,
    rowsPerTable: 10_000_000,
    speed: 1,
    cpuPercent: 12.6,
  },
  {
    name: 'nightly-24',
    cores: 24,
    cpu: 'Intel Core i9-13900',
    memoryBytes: 64 * GIB,
    storage: 'NVMe, 2 TB',
    os: 'Ubuntu 24.04',
    kind: 'dedicated',
    serverClass: 'c24r64',
    devices: ['nvme0n1', 'nvme1n1'],
    clients: 16,
    tables: 8,
    rowsPerTable: 10_000_000,
    speed: 13.4,
    cpuPercent: 66.4,
  },
];
