// Takes a lock again and again, and dies with it as often as not: leaves the lock of a process that is gone. Several of
// them at once, for instance-lock.test.mjs.
// usage: node lock-often.mjs LOCK ROUNDS; prints how often it had the lock, exit code 1 when it was not alone
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { takeLock } from '../instance/instance-lock.mjs';

const [file = '', rounds = '0'] = process.argv.slice(2);
const GONE = String(2 ** 22 + 1); // above the largest process id that Linux can give
let taken = 0;

while (taken < Number(rounds)) {
  const lock = takeLock(file);
  if ('owner' in lock) continue;
  taken += 1;
  // Fails when another process is inside.
  writeFileSync(`${file}.inside`, '', { flag: 'wx' });
  rmSync(`${file}.inside`);
  if (taken % 2 === 0) {
    lock.release();
  } else {
    writeFileSync(`${file}.${process.pid}.gone`, GONE);
    renameSync(`${file}.${process.pid}.gone`, file);
  }
}
console.log(taken);
