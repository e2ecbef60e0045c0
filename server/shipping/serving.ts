export { gitConnectionRoutes, gitWebhookRoute } from './git/git-routes.ts';
export { shippingRoutes } from './shipping-routes.ts';
