import { start } from './start';

void start('report', async () => (await import('../report')).ReportActions);
