import { describe, expect, it } from 'vitest';
import { COMMANDS } from './command-list';
import { processIo } from './io';
import { createProgram } from './program';

const help = async (args: readonly string[]) => {
  const program = await createProgram(args, processIo(), () => undefined);
  return program.helpInformation();
};

describe('the command line', () => {
  it('lists commands that are not loaded as those that are', async () => {
    expect(await help([])).toBe(await help(COMMANDS.map(({ name }) => name)));
  });
});
