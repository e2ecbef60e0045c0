export { type LiveColumn, liveColumn, liveOf } from './live-columns.ts';
export { shippingRoutes } from './shipping-routes.ts';
export type { TicketAtWork, TicketsAtWork } from './tickets-at-work.ts';
