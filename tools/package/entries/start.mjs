// tools/start.mjs of a release: everything is built.
import { startBasecase } from '../../bootstrap/start-basecase.mjs';

await startBasecase();
