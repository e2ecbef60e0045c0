export { streamRoutes } from './live/stream-routes.ts';
export { newestPlace } from './live/stream-store.ts';
export { makeDigest } from './notifications/digests.ts';
export { MailSubscriber, sentMailsOf } from './notifications/mail-subscriber.ts';
export { notificationRoutes } from './notifications/notification-routes.ts';
export { closingMail } from './notifications/recipients.ts';
export { webhookRoutes } from './webhooks/webhook-routes.ts';
export { listStoredWebhooks } from './webhooks/webhook-store.ts';
export { WebhookSubscriber } from './webhooks/webhook-subscriber.ts';
