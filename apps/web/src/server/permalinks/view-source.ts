import type { ViewSource } from '@basecase/views/share';
import { VIEW_ROUTERS } from '../routers/view-routers';
import { type Context, createCallerFactory, router } from '../trpc';

const createViewCaller = createCallerFactory(router(VIEW_ROUTERS));

/** Source of documents of live views: the same procedures that their pages ask. */
export const viewSource = (context: Context): ViewSource => createViewCaller(context);
