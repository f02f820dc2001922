/** A row of a device: its name, and numbers only. */
const DEVICE = /^(\S+)((?:\s+-?\d+(?:\.\d+)?)+)\s*$/;
const HEAD = /^Device:?\s/;

/**
 * A log of `iostat -x` without the devices that did nothing in any of its reports: on a machine with many disks they are
 * most of its bytes, and nothing of them is shown. Where none did anything the first one stays: that nothing was read and
 * written is a result.
 *
 * @param text whole log
 */
export function slimIostat(text: string): string {
  const rows = deviceRows(text.split('\n'));
  const busy = new Set(rows.flatMap(({ name, isBusy }) => (isBusy ? [name] : [])));
  const [first] = rows;
  if (busy.size === 0 && first) busy.add(first.name);
  const idle = new Set(rows.flatMap(({ name, line }) => (busy.has(name) ? [] : [line])));
  return text
    .split('\n')
    .filter((_, line) => !idle.has(line))
    .join('\n');
}

interface DeviceRow {
  name: string;
  line: number;
  isBusy: boolean;
}

/** A table of devices goes from its head to an empty line. */
function deviceRows(lines: readonly string[]): DeviceRow[] {
  let isTable = false;
  return lines.flatMap((text, line) => {
    if (HEAD.test(text)) isTable = true;
    else if (text.trim() === '') isTable = false;
    const found = isTable ? DEVICE.exec(text) : null;
    if (!found) return [];
    const [, name = '', numbers = ''] = found;
    return [{ name, line, isBusy: /[1-9]/.test(numbers) }];
  });
}
