/** External events on the timeline of a server. Types only, safe to import anywhere. */
import type { Annotation } from '@basecase/contract/series';

export type AnnotationView = Annotation;

/** `at`: ISO 8601; a day alone is its beginning in UTC. `server`: its name or slug. `by`: name of a token, or `local`. */
export type AnnotationToAdd = Pick<Annotation, 'at' | 'label' | 'server' | 'product' | 'by'>;
