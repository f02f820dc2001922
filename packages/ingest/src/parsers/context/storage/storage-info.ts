import { contextParser } from '../facts';
import { StorageSession } from './storage-session';

/**
 * Devices and their contents: output of lsblk, mount and findmnt, /proc/mdstat, /proc/mounts, fstab.
 *
 *     md2 : active raid1 nvme1n1p3[1] nvme0n1p3[0]
 *     /dev/md2 on /data type xfs (rw,relatime)
 */
export const storageInfo = contextParser({
  kind: 'storage_info',
  name: /^(?:lsblk|mounts?|findmnt|mdstat|proc_mdstat|fstab)(?:\.(?:txt|out|log))?$/,
  needles: ['MAJ:MIN', ' on /', 'Personalities', 'TARGET', ' /'],
  // At the top: scripts print such lines among others, and their output is something else.
  headLines: 3,
  content:
    /^NAME +MAJ:MIN +RM +SIZE +RO +TYPE|^\S+ on \/.* type \S+ \(|^Personalities :|^TARGET +SOURCE +FSTYPE|^\S+\s+\/\S*\s+\w+\s+\S+\s+\d\s+\d\s*$/m,
  open: () => new StorageSession(),
  isKept: true,
});
