import { cache } from 'react';
import { orNull } from '../or-null';
import { serverCaller } from '../root';

/** The record behind a slug, read once per request; null when there is none. */
export const findRecord = cache((slug: string) => orNull(serverCaller().regressions.get({ slug })));

/** The frozen record behind the slug of a permalink, read once per request; null when it freezes something else. */
export const findFrozenRecord = cache((slug: string) => orNull(serverCaller().regressions.frozen({ slug })));
