/** CPU time of a server's own processes while a test ran. */
export interface CpuTimeLog {
  type: 'cputime';
  /** Between the two looks at the processes; above 0. */
  elapsedSeconds: number;
  /** Of user and system, of all processes of the server. */
  cpuSeconds: number;
  /** Of the CPU time. */
  line: number;
}
