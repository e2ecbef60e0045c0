import { ShipmentDraft, ShipmentResult } from '#contract/shipping.ts';
import type { SettingsSource } from '#platform';
import { operation, plainJson, type Routes } from '#platform/serving';
import { recordShipment } from './shipments.ts';
import type { TicketsAtWork } from './tickets-at-work.ts';

/** Bytes that one shipment may have. */
const SHIPMENT_BYTES = 4 * 1024 * 1024;

const shipping = operation({
  operationId: 'recordShipment',
  summary: 'Say that a version is in an environment, and with which commits',
  tag: 'Shipping',
  access: 'developer',
  scope: 'shipments',
  body: ShipmentDraft,
  answers: { 200: ShipmentResult },
  refuses: ['too_many_requests'],
});

export const shippingRoutes =
  (source: SettingsSource, tickets: TicketsAtWork) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/shipments', { ...shipping, ...plainJson, bodyLimit: SHIPMENT_BYTES }, (request) =>
      request.write((work) => recordShipment(work, source, tickets, request.body)),
    );
  };
