import { startFrame } from './start';

void startFrame();
