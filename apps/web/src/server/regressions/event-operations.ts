import { type EventOverHttp, eventFilter, eventListSchema, eventSchema } from '@basecase/contract/event';
import { getEvent, listEvents } from '@basecase/db/regressions/events/list-events';
import type { EventView } from '@basecase/db/types';
import { eventHref, eventSentence } from '@basecase/views/regressions';
import { defineOperation, inOrder } from '../operations/operation';

/** Events by filter: `GET /api/v1/events`, and the procedure of the page. */
export const listEventsOperation = defineOperation({
  at: 'GET /api/v1/events',
  summary: 'Events: one product, one version or commit, and all servers that show it.',
  role: null,
  query: eventFilter,
  checks: 'names',
  answer: eventListSchema,
  description: 'A page of at most 200 events, with the numbers of open, sure and likely ones.',
  run: ({ db, query }) => listEvents(db, query),
  json: (list, baseUrl) =>
    inOrder(eventListSchema, { ...list, events: list.events.map((event) => toEventJson(event, baseUrl)) }),
});

export const getEventOperation = defineOperation({
  at: 'GET /api/v1/events/{slug}',
  summary: 'One event by its address.',
  role: null,
  answer: eventSchema,
  description: 'The event.',
  run: ({ db, key }) => getEvent(db, key),
  json: toEventJson,
});

function toEventJson(event: EventView, baseUrl: string): EventOverHttp {
  return inOrder(eventSchema, {
    ...event,
    url: `${baseUrl}${eventHref(event.slug)}`,
    sentence: eventSentence(event),
    places: event.places.map((place) =>
      inOrder(eventSchema.shape.places.element, {
        ...place,
        server: place.server.slug,
        workload: place.workload.slug,
      }),
    ),
  });
}
