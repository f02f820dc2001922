import { describe, expect, it } from 'vitest';
import { SendQueue, type UploadPlan } from './queue-of-page';
import { SendError, type Transport } from './send-job';

const plan = (name: string, text = name): UploadPlan => {
  const file = new File([text], name);
  return { name, files: [{ path: name, file }], isPacked: false, sizeBytes: file.size };
};

/** A transport that the test completes. */
function makeTransport(over: Partial<Transport> = {}) {
  const puts: { name: string; finish: () => void; fail: (error: Error) => void }[] = [];
  const waits: number[] = [];
  const transport: Transport = {
    hash: async () => null,
    find: async () => null,
    put: ({ name }) =>
      new Promise((resolve, reject) => {
        puts.push({ name, finish: () => resolve({ id: `of ${name}`, isNew: true }), fail: reject });
      }),
    now: () => 0,
    wait: async (seconds) => {
      waits.push(seconds);
    },
    ...over,
  };
  return { queue: new SendQueue(transport), puts, waits };
}

const phases = (queue: SendQueue) =>
  Object.fromEntries(queue.jobs().map(({ name, state }) => [name, state.phase]));

/** Lets everything that is ready to run, run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('SendQueue', () => {
  it('sends two at a time, the others when one is done', async () => {
    const { queue, puts } = makeTransport();
    queue.add([plan('a'), plan('b'), plan('c')]);
    await settle();
    expect(phases(queue)).toEqual({ a: 'sending', b: 'sending', c: 'waiting' });
    puts[1]?.finish();
    await settle();
    expect(phases(queue)).toEqual({ a: 'sending', b: 'sent', c: 'sending' });
    expect(queue.isBusy()).toBe(true);
    puts[0]?.finish();
    puts[2]?.finish();
    await settle();
    expect(queue.isBusy()).toBe(false);
  });

  it('sends nothing when the bytes are there already', async () => {
    const { queue, puts } = makeTransport({
      hash: async () => 'abc',
      find: async (sha) => (sha === 'abc' ? '7' : null),
    });
    queue.add([plan('a')]);
    await settle();
    expect(queue.jobs()[0]?.state).toEqual({ phase: 'sent', uploadId: '7', isKnown: true });
    expect(puts).toEqual([]);
  });

  it('sends again after a cut, asks before whether the bytes got there, and stops after the third cut', async () => {
    let asked = 0;
    const { queue, puts, waits } = makeTransport({
      hash: async () => 'abc',
      find: async () => {
        asked += 1;
        return null;
      },
    });
    queue.add([plan('a')]);
    for (const attempt of [0, 1, 2]) {
      await settle();
      puts[attempt]?.fail(new SendError('CONNECTION_CUT', 'The connection was cut.', true));
    }
    await settle();
    expect(queue.jobs()[0]?.state).toMatchObject({ phase: 'stopped', problem: { code: 'CONNECTION_CUT' } });
    expect({ sent: puts.length, waits, asked }).toEqual({ sent: 3, waits: [2, 8], asked: 3 });

    queue.again(queue.jobs()[0]?.key ?? '');
    await settle();
    puts[3]?.finish();
    await settle();
    expect(phases(queue)).toEqual({ a: 'sent' });
  });

  it('does not send again what the server refused', async () => {
    const { queue, puts } = makeTransport();
    queue.add([plan('a')]);
    await settle();
    puts[0]?.fail(new SendError('TOKEN_MISSING', 'Writing needs a token.'));
    await settle();
    expect(queue.jobs()[0]?.state).toMatchObject({ phase: 'stopped', problem: { code: 'TOKEN_MISSING' } });
    expect(puts).toHaveLength(1);
  });

  it('cancels the current and waiting uploads and continues with the next', async () => {
    const { queue, puts } = makeTransport({
      put: ({ name, signal }) =>
        new Promise((_, reject) => {
          puts.push({ name, finish: () => {}, fail: reject });
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    });
    queue.add([plan('a'), plan('b'), plan('c'), plan('d')]);
    await settle();
    const keyOf = (name: string) => queue.jobs().find((job) => job.name === name)?.key ?? '';
    queue.cancel(keyOf('c'));
    queue.cancel(keyOf('a'));
    await settle();
    expect(phases(queue)).toEqual({ a: 'cancelled', b: 'sending', c: 'cancelled', d: 'sending' });
    queue.remove(keyOf('a'));
    queue.remove(keyOf('b'));
    expect(Object.keys(phases(queue)).sort()).toEqual(['b', 'c', 'd']);
  });

  it('says how far sending is, and how fast', async () => {
    let seconds = 0;
    const { queue } = makeTransport({
      now: () => seconds,
      put: async ({ onProgress }) => {
        onProgress(0);
        seconds = 2;
        onProgress(300);
        return new Promise(() => {});
      },
    });
    queue.add([plan('a', 'x'.repeat(900))]);
    await settle();
    expect(queue.jobs()[0]?.state).toEqual({
      phase: 'sending',
      sentBytes: 300,
      bytesPerSecond: 150,
      attempt: 1,
    });
  });

  it('packs a folder before it is sent', () => {
    const { queue } = makeTransport();
    const files = ['run/a', 'run/b'].map((path) => ({ path, file: new File(['x'], 'x') }));
    queue.add([{ name: 'run.tar', files, isPacked: true, sizeBytes: 2 }]);
    // Two headers, two contents, two blocks of zeros.
    expect(queue.jobs()[0]).toMatchObject({ name: 'run.tar', files: 2, sizeBytes: 6 * 512 });
  });

  it('tells its listeners of each change', async () => {
    const { queue } = makeTransport();
    let calls = 0;
    const unsubscribe = queue.subscribe(() => {
      calls += 1;
    });
    queue.add([plan('a')]);
    await settle();
    expect(calls).toBeGreaterThan(1);
    unsubscribe();
    const before = calls;
    queue.cancel(queue.jobs()[0]?.key ?? '');
    expect(calls).toBe(before);
  });
});
