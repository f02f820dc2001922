import {
  type ReportCell,
  type ReportRow,
  type ReportTable,
  startsGroup,
  toGroups,
} from '../report-table-model';
import type { LinkTo } from '../report-view';
import type { SyncDevice, SyncStudy } from './sync-devices';

/** What tables with a row for each device are made of. */
export interface DeviceTableInput {
  study: SyncStudy;
  /** In the order they are shown. */
  devices: readonly SyncDevice[];
  base: SyncDevice;
  threshold: number;
  linkTo: LinkTo;
}

/** A column of a table: its heading, and what it draws of a device. */
export interface DeviceColumn {
  group: string;
  label: string;
  unit: string;
  cell: (device: SyncDevice) => ReportCell;
}

/** Rows and heads of a table with a row for each device; the name of a device makes it the base. */
export function drawn(
  input: DeviceTableInput,
  columns: readonly DeviceColumn[],
): Pick<ReportTable, 'corner' | 'groups' | 'heads' | 'rows'> {
  const groups = columns.map(({ group }) => group);
  const starts = startsGroup(groups);
  return {
    corner: 'Server',
    groups: toGroups(groups),
    heads: columns.map(({ group, label, unit }, index) => ({
      key: `${group} ${label} ${unit}`,
      label,
      note: unit,
      link: null,
      starts: starts[index] ?? false,
      isBase: false,
    })),
    rows: input.devices.map((device): ReportRow => {
      const isBase = device === input.base && input.study.devices.length > 1;
      const canBeBase = !isBase && input.study.devices.length > 1;
      return {
        key: device.key,
        name: device.server,
        note: device.filesystem ?? '',
        link: canBeBase
          ? { href: `${input.linkTo({ base: device.key })}#relative`, label: 'make it the base' }
          : null,
        isBase,
        cells: columns.map(({ cell }) => cell(device)),
      };
    }),
  };
}
