import { bytesText } from './bytes-text';

/** Memory in binary gigabytes, as it is sold: `32 GiB`. */
export function memoryText(bytes: number): string {
  const value = bytes / 2 ** 30;
  return value >= 1 ? `${Number(value.toFixed(1))} GiB` : bytesText(bytes);
}
