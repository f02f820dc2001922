import { describe, expect, it } from 'vitest';
import type { Profile } from '../../model/details';
import { readDetails } from '../../read-details';
import { readFixture } from '../../testing/fixtures';
import { FrameTree } from './family';

async function* bytesOf(text: string | Buffer) {
  yield Buffer.from(text);
}

const read = (name: string, text: string | Buffer = readFixture(name)) => readDetails(bytesOf(text), name);

/** Frames as `caller > callee samples`, the deepest level last. */
function paths({ frames }: Profile): string[] {
  const path = (index: number): string => {
    const frame = frames[index];
    return frame === undefined || frame.parent < 0 ? '' : `${path(frame.parent)}/${frame.name}`;
  };
  return frames.map((frame, index) => `${path(index)} ${frame.value}`);
}

function svg(frames: string): string {
  return `<svg version="1.1">\n<!-- Flame graph stack visualization. -->\n${frames}\n</svg>\n`;
}

const frame = (title: string, x: number, y: number, width: number) =>
  `<g >\n<title>${title}</title><rect x="${x}" y="${y}" width="${width}" height="15.0" fill="rgb(1,2,3)" />\n</g>`;

describe('flame graphs', () => {
  it('say how many samples and frames they have', async () => {
    const { kind, facts } = await read('made-flamegraph.svg');
    expect(kind).toBe('flamegraph');
    expect(facts.map(({ name, number, unit, line }) => [name, number, unit, line])).toEqual([
      ['title', null, null, 5],
      ['samples', 18_210_937, 'samples', 11],
      ['frames', 2, null, 11],
    ]);
  });

  it('give the frame under the middle of a frame as its caller', async () => {
    const { profile } = await read(
      'graph.svg',
      svg(
        [
          frame('b (40 samples, 40%)', 610, 39, 400),
          frame('a (60 samples, 60%)', 10, 39, 600),
          frame('all (100 samples, 100%)', 10, 55, 1000),
          frame('c (59 samples, 59%)', 10, 23, 590),
          frame('operator&lt;&lt; (39 samples, 39%)', 610.1, 23, 390),
        ].join('\n'),
      ),
    );
    expect(profile && paths(profile)).toEqual([' 100', '/a 60', '/b 40', '/a/c 59', '/b/operator<< 39']);
    expect(profile?.leftOut).toBe(0);
  });

  it('are read from one line, hanging down, and in percent', async () => {
    const one = ['all (10 samples, 100%)', 'a (4 samples, 40%)', 'b (3 samples, 30%)'];
    const places = ['x="0%" y="20" width="100%"', 'x="60%" y="36" width="40%"', 'x="60%" y="52" width="30%"'];
    const text = one.map(
      (title, index) => `<g><title>${title}</title><rect ${places[index]} height="15"/></g>`,
    );
    const { profile } = await read('graph.svg', svg(text.join('')));
    expect(profile && paths(profile)).toEqual([' 10', '/a 4', '/a/b 3']);
  });

  it('leave out and count frames without a caller or a rectangle', async () => {
    const { profile } = await read(
      'graph.svg',
      svg(
        [
          frame('all (100 samples, 100%)', 10, 55, 1000),
          frame('a (10 samples, 10%)', 10, 39, 100),
          frame('lost (5 samples, 5%)', 500, 23, 50),
          '<title>bare (5 samples, 5%)</title>',
        ].join('\n'),
      ),
    );
    expect(profile && [paths(profile), profile.leftOut]).toEqual([[' 100', '/a 10'], 2]);
  });

  it('never carry markup into a name', async () => {
    const title = '&lt;img src=x onerror=alert(1)&gt; (100 samples, 100%)';
    const { profile } = await read('graph.svg', svg(frame(title, 10, 55, 1000)));
    expect(profile?.frames.at(-1)?.name).toBe('<img src=x onerror=alert(1)>');
    const real = await read('graph.svg', svg(frame('<b>x</b> (100 samples, 100%)', 10, 55, 1000)));
    expect(real.profile).toBeUndefined();
  });
});

describe('folded stacks', () => {
  it('add up by stack', async () => {
    const { kind, profile, facts } = await read('made-stacks.folded');
    expect(kind).toBe('folded_stacks');
    expect(profile && paths(profile)).toEqual([
      ' 420',
      '/mysqld 400',
      '/mysqld/handle_connection 364',
      '/mysqld/handle_connection/do_command 364',
      '/mysqld/handle_connection/do_command/dispatch_command 284',
      '/mysqld/handle_connection/do_command/dispatch_command/mysql_execute_command 284',
      '/mysqld/handle_connection/do_command/dispatch_command/mysql_execute_command/trans_commit 41',
      '/mysqld/handle_connection/do_command/dispatch_command/mysql_execute_command/trans_commit/log_write_up_to 41',
      '/mysqld/handle_connection/do_command/dispatch_command/mysql_execute_command/Sql_cmd_dml::execute 243',
      '/mysqld/handle_connection/do_command/dispatch_command/mysql_execute_command/Sql_cmd_dml::execute/row_search_mvcc 149',
      '/mysqld/handle_connection/do_command/dispatch_command/mysql_execute_command/Sql_cmd_dml::execute/row_upd_step 94',
      '/mysqld/handle_connection/do_command/get_command 80',
      '/mysqld/log_writer 36',
      '/mysqld/log_writer/[unknown] 36',
      '/swapper 20',
    ]);
    expect(facts.map(({ name, number }) => [name, number])).toEqual([
      ['stacks', 6],
      ['samples', 420],
    ]);
  });

  it('report the number of lines without a stack', async () => {
    const { facts } = await read('x.folded', 'a;b 1\nc;d 2\nTotal: none\n');
    expect(facts.map(({ name, number }) => [name, number])).toContainEqual(['lines without a stack', 1]);
  });

  it('count samples of what is too deep, or too many, for the caller', () => {
    const tree = new FrameTree();
    tree.add(
      Array.from({ length: 2000 }, () => 'f'),
      1,
    );
    for (let index = 0; index < 40_000; index += 1) tree.add([`g${index}`], 1);
    const profile = tree.build('samples');
    expect([profile?.frames.length, profile?.frames[0]?.value]).toEqual([30_000, 40_001]);
    expect(profile?.leftOut).toBe(40_000 - (30_000 - 401));
  });
});

describe("stacks of the poor man's profiler", () => {
  const PMP = `Thu Nov 27 10:00:00 UTC 2025
     12 poll,vio_io_wait,net_read_packet,do_command,handle_connection
      3 row_search_mvcc,ha_innobase::index_read,do_command,handle_connection
      1 clone,__start_thread
`;

  it('are drawn from the caller to the callee, in threads', async () => {
    const { kind, profile, facts } = await read('sb.pmp.scan.range100.pk1', PMP);
    expect(kind).toBe('pmp_stacks');
    expect(profile?.unit).toBe('threads');
    const found = profile ? paths(profile) : [];
    expect(found).toContain('/handle_connection/do_command 15');
    expect(found).toContain('/handle_connection/do_command/ha_innobase::index_read/row_search_mvcc 3');
    expect(found).toContain('/__start_thread/clone 1');
    expect(facts.map(({ name, value }) => [name, value])).toEqual([
      ['stacks', '3'],
      ['threads', '16'],
    ]);
  });

  it.each([
    ['one line', '12 read,write\n'],
    ['rows of numbers', '12 1,2,3\n13 4,5,6\n'],
    ['words', 'reads, writes\n12 reads, and writes\n'],
  ])('are not seen in %s', async (_, text) => {
    expect((await read('notes', text)).kind).not.toBe('pmp_stacks');
  });
});
