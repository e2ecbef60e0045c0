export { newestPlace } from './live/stream-store.ts';
export { listStoredWebhooks } from './webhooks/webhook-store.ts';
export { WebhookSubscriber } from './webhooks/webhook-subscriber.ts';
