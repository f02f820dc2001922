import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isExecutableBy, NOBODY, serverAccount } from './account.mjs';

const nobody = { uid: NOBODY, gid: NOBODY };
const MY_ID = process.getuid?.() ?? 0;
/** @type {string} */
let mine;
beforeEach(() => {
  mine = mkdtempSync(path.join(tmpdir(), 'basecase-account-'));
});
afterEach(() => rmSync(mine, { recursive: true }));

it.each([
  [{ mode: 0o755, uid: 0, gid: 0 }, true],
  [{ mode: 0o700, uid: 0, gid: 0 }, false],
  [{ mode: 0o750, uid: 0, gid: 0 }, false],
  [{ mode: 0o750, uid: 0, gid: NOBODY }, true],
  [{ mode: 0o700, uid: NOBODY, gid: 0 }, true],
  // The owner's bits count for the owner, even when others may more.
  [{ mode: 0o077, uid: NOBODY, gid: 0 }, false],
])('%o: nobody passes is %s', (stats, passes) => {
  expect(isExecutableBy(stats, nobody)).toBe(passes);
});

it('runs a new database as nobody for root, as oneself for anybody else', () => {
  expect(serverAccount(path.join(mine, 'absent'), 0)).toEqual(nobody);
  expect(serverAccount(path.join(mine, 'absent'), 1000)).toBeNull();
});

it("refuses another user's data and says whose they are", () => {
  expect(() => serverAccount(mine, MY_ID + 1)).toThrow(
    `belongs to another user (id ${MY_ID}; you are ${MY_ID + 1})`,
  );
});
