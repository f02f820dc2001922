import { expect, it } from 'vitest';
import { parsePidFile } from './pid-file.mjs';

// Written by PostgreSQL 18.4.
const RUNNING = `4711
/srv/basecase/.basecase/postgres/data
1763681000
54329

127.0.0.1
  1310749   1245192
ready   
`;

it('reads id, port and status', () => {
  expect(parsePidFile(RUNNING)).toEqual({ pid: 4711, port: 54329, ready: true });
});

it('is not ready while the server starts or stops', () => {
  expect(parsePidFile(RUNNING.replace('ready   ', 'starting'))?.ready).toBe(false);
  expect(parsePidFile(RUNNING.replace('ready   ', 'stopping'))?.ready).toBe(false);
});

it('reads a file that is only half written', () => {
  expect(parsePidFile('4711\n/srv/data\n')).toEqual({ pid: 4711, port: null, ready: false });
});

it('takes the id of a single-user server, which is written negative', () => {
  expect(parsePidFile('-4711\n/srv/data\n')?.pid).toBe(4711);
});

it.each(['', '\n\n', 'not a number\n', '0\n'])('finds nothing in %j', (text) => {
  expect(parsePidFile(text)).toBeNull();
});
