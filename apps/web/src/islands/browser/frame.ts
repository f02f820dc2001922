import { startFrame } from './start';

startFrame();
