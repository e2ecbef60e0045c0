export { staleWebhooks } from './git/git-connections.ts';
export { codeChangesOn } from './git/git-store.ts';
export { isShippedTo, type LiveColumn, liveColumn, liveOf } from './live-columns.ts';
export type { TicketAtWork, TicketsAtWork } from './tickets-at-work.ts';
