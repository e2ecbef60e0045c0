export { streamRoutes } from './live/stream-routes.ts';
export { makeDigest } from './notifications/digests.ts';
export { MailSubscriber } from './notifications/mail-subscriber.ts';
export { notificationRoutes } from './notifications/notification-routes.ts';
export { closingMail } from './notifications/recipients.ts';
export { staleTellings } from './notifications/telling-store.ts';
export { listTellings } from './notifications/tellings.ts';
export { webhookRoutes } from './webhooks/webhook-routes.ts';
