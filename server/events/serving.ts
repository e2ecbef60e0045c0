export { actRoutes } from './acts/act-routes.ts';
export { LEASE_MS } from './outbox/claim-store.ts';
export { outboxRoutes } from './outbox/outbox-routes.ts';
export { addDeliveries } from './outbox/settle.ts';
export { OutboxWorker } from './outbox/worker.ts';
export { type RecordedEvent, readContent, readEvent, readInternals } from './recorded-event.ts';
