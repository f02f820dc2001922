#!/usr/bin/env node
import { register } from 'tsx/esm/api';

// The project has no build step: tsx compiles the sources as they are imported.
register();
const { run } = await import('../src/main.ts');
await run();
