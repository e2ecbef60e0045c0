import { Type } from 'typebox';
import { IdPath, PageFilter } from '#contract/scalars.ts';
import {
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDraft,
  WebhookTest,
  WebhookWithSecret,
} from '#contract/webhooks.ts';
import { Failure, idCursor, nextPage, pageOf, permitUrl } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { WebhookStore } from './webhook-store.ts';
import { type Sending, testWebhook } from './webhook-subscriber.ts';
import {
  addWebhook,
  changeWebhook,
  findWebhook,
  listWebhookDeliveries,
  permitLeading,
  removeWebhook,
  rotateSecret,
  viewWebhooks,
} from './webhooks.ts';

const reads = { tag: 'Webhooks', access: 'developer', scope: 'read' } as const;
const UNKNOWN_PROJECT = new Failure('project_not_found', { inBody: true });
const administers = { ...reads, scope: 'admin' } as const;

const listing = operation({
  operationId: 'listWebhooks',
  ...reads,
  summary: 'List webhooks, newest first',
  query: PageFilter,
  answers: { 200: Type.Array(Webhook) },
});

const adding = operation({
  operationId: 'addWebhook',
  ...administers,
  summary: 'Add a webhook; its secret is told this once',
  body: WebhookDraft,
  answers: { 201: WebhookWithSecret },
  refuses: ['too_many_requests', 'url_not_allowed', UNKNOWN_PROJECT],
});

const changing = operation({
  operationId: 'changeWebhook',
  ...administers,
  summary: 'Change a webhook, or switch it off and on',
  params: IdPath,
  body: WebhookChange,
  answers: { 200: Webhook },
  refuses: ['too_many_requests', 'webhook_not_found', 'url_not_allowed', UNKNOWN_PROJECT],
});

const removing = operation({
  operationId: 'removeWebhook',
  ...administers,
  summary: 'Remove a webhook; what was on its way to it is given up',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'webhook_not_found'],
});

const rotating = operation({
  operationId: 'rotateWebhookSecret',
  ...administers,
  summary: 'Give a webhook a new secret, told this once; for 24 hours the one before signs as well',
  params: IdPath,
  answers: { 200: WebhookWithSecret },
  refuses: ['too_many_requests', 'webhook_not_found'],
});

const testing = operation({
  operationId: 'testWebhook',
  ...administers,
  summary: 'Send a signed test event right away and tell what came of it',
  params: IdPath,
  answers: { 200: WebhookTest },
  refuses: ['too_many_requests', 'webhook_not_found'],
});

const deliveries = operation({
  operationId: 'listWebhookDeliveries',
  ...reads,
  summary: 'Read what became of the events that a webhook was to have, newest first',
  params: IdPath,
  query: PageFilter,
  answers: { 200: Type.Array(WebhookDelivery) },
  refuses: ['webhook_not_found'],
});

export const webhookRoutes = (sending: Sending) => async (routes: Routes) => {
  const { outbound, sealingKey } = sending;

  routes.get('/api/webhooks', listing, (request, reply) =>
    request.read(async (work) => viewWebhooks(work, pageOf(request, reply, await work.of(WebhookStore).list()))),
  );

  routes.post('/api/webhooks', adding, async (request) => {
    await permitUrl(outbound.guard, 'url', request.body.url);
    return request.write((work) => addWebhook(work, request.body, sealingKey));
  });

  routes.patch('/api/webhooks/:id', changing, async (request) => {
    const { id } = request.params;
    const { url } = request.body;
    const current = await request.read((work) => findWebhook(work, id));
    permitLeading(request.person, current, request.body);
    if (url !== undefined && url !== current.url) await permitUrl(outbound.guard, 'url', url);
    return request.write((work) => changeWebhook(work, id, request.body));
  });

  routes.delete('/api/webhooks/:id', removing, (request) =>
    request.write((work) => removeWebhook(work, request.params.id)),
  );

  routes.post('/api/webhooks/:id/rotate-secret', rotating, (request) =>
    request.write((work) => rotateSecret(work, request.params.id, sealingKey)),
  );

  routes.post('/api/webhooks/:id/test', testing, async (request) => {
    await request.confirmRights();
    const webhook = await request.read((work) => findWebhook(work, request.params.id));
    return testWebhook(sending, webhook, request.id);
  });

  routes.get('/api/webhooks/:id/deliveries', deliveries, async (request, reply) => {
    const before = idCursor(request.query.cursor);
    const { id } = request.params;
    const { items, next } = await request.read((work) => listWebhookDeliveries(work, id, request.query, before));
    nextPage(reply, request, next);
    return items;
  });
};
