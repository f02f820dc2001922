import { start } from './start';

void start('series-overview', async () => (await import('../series-overview')).SeriesOverviewView);
