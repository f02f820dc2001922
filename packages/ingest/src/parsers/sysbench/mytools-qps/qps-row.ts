/** `sb.r.qps.*`: what run scripts reported as QPS, one value for each concurrency, rounded. */
export interface QpsRow {
  type: 'qps';
  values: number[];
  line: number;
}
