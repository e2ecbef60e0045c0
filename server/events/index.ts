export type { LineTicket, StoredLine } from './acts/act-store.ts';
export { listActs } from './acts/acts.ts';
export { importedLine, importedThing } from './acts/imported.ts';
export { recordAct } from './acts/record-act.ts';
export {
  type Rows,
  removeRows,
  restoreRows,
  setFileAside,
  staleRemovals,
  whatIsThere,
} from './acts/removed-store.ts';
export { removedTickets, ticketsRemovedSince } from './acts/removed-ticket-store.ts';
export type { Restorer, Restorers } from './acts/restorer.ts';
export { takeLineBack } from './acts/settle.ts';
export { recordThing, removeThing, type ThingKind, thingOf, thingRestorer } from './acts/things.ts';
export { ticketsAtOnce, undoAct } from './acts/undo.ts';
export { CATALOGUE, isHeardByReporters } from './catalogue.ts';
export { findAct, isInternalEvent } from './event-store.ts';
export { type HistoryChange, historyOf, recordHistories, recordHistory, recordRemovedFile } from './history-store.ts';
export { deliveriesOfChannel, mailDeliveriesAbout, shownStatus } from './outbox/delivery-status-store.ts';
export { makeDeliveriesDue, markBounced } from './outbox/delivery-store.ts';
export { type Backlog, markEventsComplete, readBacklog } from './outbox/queue-store.ts';
export { outboxReplay, outboxStatus, outboxVerify, seenAmong } from './outbox/show-outbox.ts';
export { staleEvents, verifyEvents } from './outbox/verify-store.ts';
export { type NewEvent, recordEvent, recordPersonalEvent, recordTeamEvent } from './record-event.ts';
export { type Delivery, DeliveryRefused, type Destination, type Receipt, type Subscriber } from './subscriber.ts';
export { showActivation, showUsage } from './telemetry/telemetry.ts';
export { countOccurrence } from './telemetry/telemetry-store.ts';
export { changedFields, type EventRow, seenPayload, type WirePayload } from './wire-payload.ts';
