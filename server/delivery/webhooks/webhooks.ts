import { createHmac, randomBytes } from 'node:crypto';
import { type Reader, seesProject, worksInProject } from '#access';
import type { PageFilter } from '#contract/scalars.ts';
import {
  EVERY_EVENT,
  WEBHOOKS_AT_MOST,
  type Webhook,
  type WebhookChange,
  type WebhookDelivery,
  type WebhookDraft,
  type WebhookWithSecret,
} from '#contract/webhooks.ts';
import { EVENT_NAMES, PAGE_SIZE } from '#contract/words.ts';
import { deliveriesOfChannel, makeDeliveriesDue, seenAmong, shownStatus } from '#events';
import {
  type Actor,
  DAY,
  Failure,
  type Instant,
  invalidField,
  type Person,
  pageWithin,
  pick,
  shifted,
  type Work,
} from '#platform';
import { open, recordAudit, seal, webhookPurpose } from '#settings';
import { projectsAmong } from '#tickets';
import { type StoredWebhook, WebhookStore } from './webhook-store.ts';

/** @throws Failure `webhook_not_found`. */
export async function findWebhook(work: Work<Actor>, id: string): Promise<StoredWebhook> {
  return present(await work.of(WebhookStore).find(id));
}

function present<W>(webhook: W | undefined): W {
  if (webhook === undefined) throw new Failure('webhook_not_found');
  return webhook;
}

type Wanted = Webhook['events'];

/** Events in the order of `EVENT_NAMES`; `*` alone when it is among them. */
export const inOrder = (events: Wanted): Wanted =>
  events.includes(EVERY_EVENT) ? [EVERY_EVENT] : EVENT_NAMES.filter((name) => events.includes(name));

/** Whether a webhook that names these events is sent one of this name. `*` also stands for events of later versions. */
export const wants = (events: readonly string[], name: string): boolean =>
  events.includes(EVERY_EVENT) || events.includes(name);

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new key, in the form of Standard Webhooks: 32 bytes from a CSPRNG. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Seals a secret for the database: it opens only with the sealing key, and only as the secret of this webhook. */
export const sealSecret = (sealingKey: Buffer, id: string, secret: string): string =>
  seal(sealingKey, secret, webhookPurpose(id));

/** The secrets that sign now, the newest first: two for a day after a rotation, none when the sealing key has changed. */
export function secretsOf(webhook: StoredWebhook, sealingKey: Buffer, now: Instant): string[] {
  const { id, secret, previous_secret: previous, previous_until: until } = webhook;
  const sealed = previous !== null && until !== null && until > now ? [secret, previous] : [secret];
  return sealed.map((value) => open(sealingKey, value, webhookPurpose(id))).filter((value) => value !== null);
}

/**
 * The value of `webhook-signature` (Standard Webhooks v1): HMAC-SHA-256 over id, time and body, once for each secret.
 *
 * @param seconds since 1970, as in `webhook-timestamp`.
 */
export const signature = (secrets: readonly string[], id: string, seconds: number, body: string): string =>
  secrets.map((secret) => `v1,${hmac(secret, `${id}.${seconds}.${body}`)}`).join(' ');

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64');

/** The projects of which alone a webhook is sent events, as who made it said. */
export const projectsIn = ({ projects }: StoredWebhook): string[] | null => projects && JSON.parse(projects);

/** Whether a webhook hears of a project in which the person does not work: where it leads is for who does. */
export const isOfOthers = (webhook: StoredWebhook, person: Reader): boolean =>
  projectsIn(webhook)?.some((id) => !worksInProject(person, id)) ?? false;

/** Webhooks as a developer sees them: without secrets, and of what others work on without where, when and what. */
export async function viewWebhooks(work: Work, webhooks: readonly StoredWebhook[]): Promise<Webhook[]> {
  const named = webhooks.flatMap((webhook) => projectsIn(webhook) ?? []);
  const ids = named.length === 0 ? new Set() : await projectsAmong(work, named);
  return webhooks.map((webhook) => {
    const { secret, previous_secret, previous_until, failing_since, projects_by, ...shown } = webhook;
    return {
      ...shown,
      events: JSON.parse(shown.events),
      is_active: shown.is_active === 1,
      projects: projectsIn(webhook)?.filter((id) => ids.has(id) && seesProject(work.actor, id)) ?? null,
      ...(isOfOthers(webhook, work.actor) ? { url: null, last_delivery_at: null, last_status: null } : {}),
    };
  });
}

async function showWebhook(work: Work, id: string): Promise<Webhook> {
  const [webhook] = await viewWebhooks(work, [await findWebhook(work, id)]);
  return present(webhook);
}

/** Columns that a new webhook does not fill yet. */
const LATER = {
  previous_secret: null,
  previous_until: null,
  last_delivery_at: null,
  last_status: null,
  failing_since: null,
  paused_at: null,
};

/**
 * POST /api/webhooks. Only this answer has the secret. The route has checked the address before.
 *
 * @throws Failure `validation_error` when there are `WEBHOOKS_AT_MOST` already; `project_not_found` (400).
 */
export async function addWebhook(work: Work, draft: WebhookDraft, sealingKey: Buffer): Promise<WebhookWithSecret> {
  await work.lock('webhooks');
  if ((await work.of(WebhookStore).count()) >= WEBHOOKS_AT_MOST) {
    throw invalidField('body', 'maxItems', `There are ${WEBHOOKS_AT_MOST} webhooks already; delete one first.`);
  }
  const id = work.newId();
  const secret = newSecret();
  await work.of(WebhookStore).add({
    ...LATER,
    id,
    url: draft.url,
    events: JSON.stringify(inOrder(draft.events ?? [EVERY_EVENT])),
    description: draft.description || null,
    is_active: draft.is_active ?? true,
    secret: sealSecret(sealingKey, id, secret),
    created_at: work.now,
    updated_at: work.now,
  });
  if (draft.projects != null) await work.of(WebhookStore).change(id, await projectsOf(work, draft.projects));
  await recordAudit(work, 'webhook.created', id, {});
  return { ...(await showWebhook(work, id)), url: draft.url, secret };
}

/** @throws Failure `forbidden` for another address, secret or projects of a webhook that hears of what others work on. */
export function permitLeading(actor: Person, webhook: StoredWebhook, changes: WebhookChange | null): void {
  const isLed = changes === null || changes.url !== undefined || changes.projects !== undefined;
  if (!isLed || !isOfOthers(webhook, actor)) return;
  throw new Failure('forbidden', {
    message: 'This webhook hears of a project in which you do not work. Ask who works there, or make another one.',
  });
}

/**
 * The projects of which alone a webhook is sent events, and who says so: when they lose one, it hears no more of that.
 *
 * @throws Failure `project_not_found` (400) for a project in which the caller does not work, and for none.
 */
async function projectsOf(work: Work, projects: readonly string[] | null) {
  if (projects === null) return { projects: null, projects_by: null };
  const ids = await projectsAmong(work, projects);
  if (!projects.every((id) => ids.has(id) && worksInProject(work.actor, id)))
    throw new Failure('project_not_found', { inBody: true });
  return { projects: JSON.stringify(projects), projects_by: work.actor.id };
}

/** The kind of this subscriber, with which its channels begin. */
export const KIND = 'webhook';

/** The channel of a webhook. Its one destination has the same name. */
export const channelOf = (id: string): string => `${KIND}:${id}`;

/** The id of the webhook that a channel belongs to. */
export const webhookOf = (channel: string): string => channel.slice(KIND.length + 1);

/**
 * PATCH /api/webhooks/:id. A new address, or being switched on, makes what is still to be delivered due at once.
 *
 * @throws Failure `webhook_not_found`, `project_not_found` (400), `forbidden`.
 */
export async function changeWebhook(work: Work, id: string, changes: WebhookChange): Promise<Webhook> {
  const held = present(await work.of(WebhookStore).hold(id));
  permitLeading(work.actor, held, changes);
  const current = await showWebhook(work, id);
  const { events, projects, ...change } = changed(current, changes);
  const sent = changes.projects === undefined ? {} : await projectsOf(work, changes.projects);
  if (events === undefined && projects === undefined && Object.keys(change).length === 0) return current;
  const stored = {
    ...change,
    ...(events === undefined ? {} : { events: JSON.stringify(events) }),
    ...sent,
    ...(change.is_active === undefined ? {} : { failing_since: null, paused_at: null }),
  };
  await work.of(WebhookStore).change(id, { ...stored, updated_at: work.now });
  const others = Object.entries({ events, projects }).filter(([, value]) => value !== undefined);
  const names = [...Object.keys(change), ...others.map(([name]) => name)];
  await recordAudit(work, 'webhook.changed', id, { names });
  if (change.url !== undefined || change.is_active === true) await makeDeliveriesDue(work, channelOf(id), work.now);
  return showWebhook(work, id);
}

/** The fields that get a new value. */
function changed(current: Webhook, changes: WebhookChange): WebhookChange {
  const ordered: WebhookChange = {
    ...changes,
    ...(changes.events ? { events: inOrder(changes.events) } : {}),
    ...(changes.description === '' ? { description: null } : {}),
  };
  const isNew = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(current[name as keyof WebhookChange]);
  return Object.fromEntries(Object.entries(ordered).filter(isNew));
}

/**
 * GET /api/webhooks/:id/deliveries: the deliveries to this webhook, newest first. A page has fewer where the caller does
 * not see what they are about.
 *
 * @param before the id of the last delivery of the page before; null for the first page.
 * @throws Failure `webhook_not_found`.
 */
export async function listWebhookDeliveries(
  work: Work,
  id: string,
  { limit = PAGE_SIZE }: PageFilter,
  before: string | null,
): Promise<{ items: WebhookDelivery[]; next: string | null }> {
  await findWebhook(work, id);
  const deliveries = await deliveriesOfChannel(work, channelOf(id), { before, limit: limit + 1 });
  const { items, next } = pageWithin(deliveries, limit, (last) => last.id);
  const shown = (await seenAmong(work, items)).map((delivery): WebhookDelivery => {
    const status = shownStatus(delivery);
    return {
      ...pick(delivery, 'id', 'event_id', 'event_name', 'attempts', 'response_status', 'last_error'),
      ...pick(delivery, 'created_at', 'delivered_at'),
      // Mails alone come back, and nobody needs to see that an attempt is being made at this moment.
      status: status === 'processing' || status === 'bounced' ? 'pending' : status,
    };
  });
  return { items: shown, next };
}

/**
 * DELETE /api/webhooks/:id. Its unfinished deliveries are due at once, and end because there is no webhook any more.
 *
 * @throws Failure `webhook_not_found`.
 */
export async function removeWebhook(work: Work, id: string): Promise<void> {
  if (!(await work.of(WebhookStore).delete(id))) throw new Failure('webhook_not_found');
  await recordAudit(work, 'webhook.deleted', id, {});
  await makeDeliveriesDue(work, channelOf(id), work.now);
}

/** Milliseconds for which the previous secret signs beside the new one. */
const BOTH_SIGN_FOR = DAY;

/**
 * POST /api/webhooks/:id/rotate-secret: a new secret, which only this answer has. For a day both sign, so that somebody can
 * give the receiver the new one meanwhile; an even older secret signs no more.
 *
 * @throws Failure `webhook_not_found`, `forbidden`.
 */
export async function rotateSecret(work: Work, id: string, sealingKey: Buffer): Promise<WebhookWithSecret> {
  const held = present(await work.of(WebhookStore).hold(id));
  permitLeading(work.actor, held, null);
  const secret = newSecret();
  await work.of(WebhookStore).change(id, {
    secret: sealSecret(sealingKey, id, secret),
    previous_secret: held.secret,
    previous_until: shifted(work.now, BOTH_SIGN_FOR),
    updated_at: work.now,
  });
  await recordAudit(work, 'webhook.changed', id, { names: ['secret'] });
  return { ...(await showWebhook(work, id)), url: held.url, secret };
}
