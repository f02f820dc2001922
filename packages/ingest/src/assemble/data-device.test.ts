import { describe, expect, it } from 'vitest';
import type { StorageLog } from '../parsers/context/storage/storage-log';
import { StorageSession } from '../parsers/context/storage/storage-session';
import type { LocatedLog } from '../parsers/family';
import { readUpload } from '../read-upload';
import { makeDirectory, readFixture } from '../testing/fixtures';
import { findDataDevice } from './beside';

const IOSTAT = new Set(['md2', 'md3', 'nvme0n1', 'nvme1n1']);
const LSBLK = readFixture('made-lsblk.txt').toString();
const DATADIR = 'datadir=/data/m/my/data\n';

function read(path: string, text: string): LocatedLog<StorageLog> {
  const session = new StorageSession();
  text.split('\n').forEach((line, index) => {
    const bytes = Buffer.from(line);
    session.line(bytes, 0, bytes.length, index + 1);
  });
  const log = session.end();
  if (!log) throw new Error(`nothing of storage in ${path}`);
  return { path, log };
}

function find(files: Record<string, string>, devices: ReadonlySet<string> = IOSTAT) {
  return findDataDevice(
    Object.entries(files).map(([path, text]) => read(path, text)),
    devices,
  );
}

describe('the device that the data is on', () => {
  it.each<[string, string]>([
    ['df', '/dev/md3  2.0T  30G  1.9T  2% /\n/dev/md2  1.5T  27G  1.4T  2% /data\n'],
    ['df -T', '/dev/md3  ext4  2.0T  30G  1.9T  2% /\n/dev/md2  xfs  1.5T  27G  1.4T  2% /data\n'],
    ['mount', '/dev/md3 on / type ext4 (rw)\n/dev/md2 on /data type xfs (rw,relatime)\n'],
    ['/proc/mounts', '/dev/md3 / ext4 rw,relatime 0 0\n/dev/md2 /data xfs rw,noatime 0 0\n'],
    ['findmnt', '/ /dev/md3 ext4 rw\n├─/data   /dev/md2   xfs    rw,relatime\n'],
    ['lsblk', LSBLK],
  ])('is that of the file system of the data directory, as %s says', (_, mounts) => {
    const { data } = find({ 'my.cnf': DATADIR, mounts });
    expect(data?.name).toBe('md2');
    expect(data?.reason).toMatch(
      /^the device of \/data \(mounts:\d+\), where the data is: \/data\/m\/my\/data \(my\.cnf:1\)$/,
    );
  });

  it.each([
    ['my.cnf', 'datadir = /data/my'],
    ['SHOW VARIABLES, tabs', 'datadir\t/data/my/'],
    ['SHOW VARIABLES, bars', '| datadir | /data/my/ |'],
    ['postgresql.conf', "data_directory = '/data/pg'"],
    ['SHOW ALL', ' data_directory | /data/pg | Sets the data directory.'],
    ['du', '27G\t/data/m/pg/base'],
    ['ls -R', '/data/m/pg/base:'],
  ])('reads the data directory of %s', (_, line) => {
    const mounts = '/dev/md2 on / type ext4 (rw)\n/dev/md3 on /data type xfs (rw)\n';
    expect(find({ setting: line, mounts }).data?.name).toBe('md3');
  });

  it('is the whole disk of a partition or volume where iostat lists only the disk', () => {
    const mounts = '/dev/nvme0n1p4 on /data type xfs (rw)';
    expect(find({ 'my.cnf': DATADIR, mounts }).data?.name).toBe('nvme0n1');
    const lsblk = ['md2         9:2   0 1.5T  0 raid1', '└─vg0-data 253:0   0 1.5T  0 lvm   /data'].join(
      '\n',
    );
    expect(find({ 'my.cnf': DATADIR, lsblk }).data).toMatchObject({
      name: 'md2',
      reason: expect.stringMatching(/^below vg0-data/),
    });
    expect(find({ 'my.cnf': DATADIR, lsblk }, new Set(['vg0-data', 'md2'])).data?.name).toBe('vg0-data');
  });

  it('is that of the only file system that is not one of the system, when nothing names the data directory', () => {
    expect(find({ LSBLK }).data).toMatchObject({
      name: 'md2',
      reason: expect.stringContaining('the only file system'),
    });
    const two = '/dev/md2 on /data type xfs (rw)\n/dev/nvme0n1 on /backup type xfs (rw)';
    expect(find({ two }).data).toBeNull();
    expect(find({ root: '/dev/md3 on / type ext4 (rw)' }).data).toBeNull();
  });

  it('is unknown when the file system is on a device that iostat does not list', () => {
    expect(find({ 'my.cnf': DATADIR, mounts: '/dev/sdz on /data type xfs (rw)' }).data).toBeNull();
  });

  it('knows the members of arrays, of lsblk and of /proc/mdstat', () => {
    const expected = new Set(['nvme0n1', 'nvme1n1']);
    expect(find({ LSBLK }).members.get('md2')).toEqual(expected);
    expect(find({ mdstat: readFixture('made-mdstat').toString() }).members.get('md2')).toEqual(expected);
  });
});

describe('an upload', () => {
  const TEST = 'read-write.range100.pk1.dop2';
  const RUN = 'hetz/x.my9500_rel.z12a_c8r32.pk1';
  const files = {
    [`${RUN}/sb.o.${TEST}`]: readFixture(`sb.o.${TEST}`),
    [`${RUN}/sb.io.${TEST}`]: readFixture(`sb.io.${TEST}`),
  };

  async function deviceOf(more: Record<string, string | Buffer>, device?: string) {
    using directory = makeDirectory({ ...files, ...more });
    const { runs, diagnostics } = await readUpload(directory.path, device === undefined ? {} : { device });
    const said = diagnostics.find(({ code }) => code === 'DEVICE_CHOSEN' || code === 'METRIC_MISSING');
    return { device: runs[0]?.results[0]?.device, said: said?.message ?? null };
  }

  it('takes the device of the option, of basecase.json, of the file system, of the traffic, in this order', async () => {
    const mounts = {
      'mounts.txt': '/dev/nvme0n1p1 on /data type xfs (rw,relatime)\n',
      [`${RUN}/my.cnf`]: `[mysqld]\n${DATADIR}`,
    };
    const manifest = { 'hetz/basecase.json': JSON.stringify({ basecase: 1, device: 'md3' }) };
    expect(await deviceOf({})).toMatchObject({ device: 'md2', said: expect.stringContaining('array') });
    expect(await deviceOf(mounts)).toMatchObject({
      device: 'nvme0n1p1',
      said: expect.stringContaining(`${RUN}/my.cnf:2`),
    });
    expect(await deviceOf({ ...mounts, ...manifest })).toEqual({ device: 'md3', said: null });
    expect(await deviceOf({ ...mounts, ...manifest }, 'md2')).toEqual({ device: 'md2', said: null });
  });

  it('lists the devices when the requested one is missing', async () => {
    const { device, said } = await deviceOf({}, 'sda');
    expect(device).toBeNull();
    expect(said).toMatch(/^no device sda, as asked for, in iostat; found: .*md2/);
  });
});
