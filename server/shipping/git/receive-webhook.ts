import type { IncomingHttpHeaders } from 'node:http';
import { type Reader, withSight } from '#access';
import { mentionReader } from '#contract/mentions.ts';
import type { MentionedTicket } from '#contract/shipping.ts';
import type { Forge } from '#contract/words.ts';
import { recordEvent } from '#events';
import { findUser } from '#people';
import { type Actor, Failure, isIdCursor, pick, type SettingsSource, type Work } from '#platform';
import { gitPurpose, open, readSettings } from '#settings';
import { inOrderOfNumbers, stateOfEach } from '../shipments.ts';
import type { TicketAtWork, TicketsAtWork } from '../tickets-at-work.ts';
import { mergedFact } from './code-change.ts';
import { CodeChangeStore, GitConnectionStore, ReceivedWebhookStore, type StoredConnection } from './git-store.ts';
import { type ForgeFact, readPayload } from './read-payload.ts';
import { headerOf, isSigned } from './signature.ts';

/** The most tickets that one webhook links. */
const MOST_TICKETS = 100;
const MOST_OF_HEADER = 200;

export interface PostedWebhook {
  readonly connection: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An id of nothing, for which the same is done as for a connection. */
const NOTHING = '00000000-0000-0000-0000-000000000000';
const FORGE_OF_NOTHING: Forge = 'github';

/**
 * The connection whose forge has signed a webhook (docs/rules/shipping.md#forges).
 *
 * @throws Failure `unauthorized`, alike for a wrong signature and for a connection that is none or switched off.
 */
export async function signedConnection(
  work: Work<Actor>,
  { sealingKey }: SettingsSource,
  { connection: id, headers, body }: PostedWebhook,
): Promise<StoredConnection> {
  const connection = await work.of(GitConnectionStore).find(isIdCursor(id) ? id : NOTHING);
  const forge = connection?.forge ?? FORGE_OF_NOTHING;
  const secret = connection && open(sealingKey, connection.secret, gitPurpose(connection.id));
  const signed = isSigned(forge, secret ?? NOTHING, body, headerOf(headers, forge, 'signature'));
  if (connection === undefined || secret === null || connection.is_active === 0 || !signed)
    throw new Failure('unauthorized', { message: 'Sign with the secret of a connection that is active.' });
  return connection;
}

/** The posted value, as JSON or in GitHub's form; undefined for a body that is neither. */
function payloadIn(body: Buffer): unknown {
  const text = body.toString('utf8');
  try {
    return JSON.parse(text.startsWith('payload=') ? (new URLSearchParams(text).get('payload') ?? '') : text);
  } catch {
    return undefined;
  }
}

/** The maker of the connection, as they are now; null for somebody who is gone. */
async function makerOf(work: Work<Actor>, { created_by }: StoredConnection): Promise<Reader | null> {
  const user = await findUser(work, created_by);
  if (user === undefined || user.is_active === 0) return null;
  const [maker = null] = await withSight(work, [user]);
  return maker;
}

/**
 * Writes down what a forge tells, and links it to the tickets that it names and on which the maker of the connection works
 * now (docs/rules/shipping.md#code). It changes nothing else of a ticket.
 */
export async function takeWebhook(
  work: Work<Actor>,
  { source, tickets }: { readonly source: SettingsSource; readonly tickets: TicketsAtWork },
  posted: PostedWebhook,
): Promise<void> {
  // Two webhooks may tell of one thing.
  await work.lock('git');
  const connection = await signedConnection(work, source, posted);
  const { forge } = connection;
  const [event, delivery] = (['event', 'delivery'] as const).map(
    (which) => headerOf(posted.headers, forge, which).slice(0, MOST_OF_HEADER) || null,
  );
  const payload = payloadIn(posted.body);
  const facts = payload === undefined ? [] : readPayload(forge, event ?? '', payload, work.now);
  const mentionsIn = mentionReader((await readSettings(work, source)).app_url);
  const named = facts.map((fact) => ({ fact, numbers: [...new Set(fact.texts.flatMap(mentionsIn))] }));
  const numbers = [...new Set(named.flatMap((mentioned) => mentioned.numbers))].slice(0, MOST_TICKETS);
  const maker = await makerOf(work, connection);
  const linked = maker === null ? new Map<number, TicketAtWork>() : await tickets.byNumbers(work, maker, numbers);
  let isUsed = linked.size > 0;
  for (const { fact, numbers: own } of named)
    isUsed = (await keepFact(work, fact, new Map([...linked].filter(([number]) => own.includes(number))))) || isUsed;
  const state = payload === undefined ? 'unreadable' : isUsed ? 'used' : 'nothing';
  const states = stateOfEach(numbers, linked);
  await keepReceived(work, posted.body, { connection, state, event, delivery, numbers: states });
}

interface Received {
  readonly connection: StoredConnection;
  readonly state: 'used' | 'nothing' | 'unreadable';
  readonly event: string | null | undefined;
  readonly delivery: string | null | undefined;
  readonly numbers: readonly MentionedTicket[];
}

async function keepReceived(work: Work<Actor>, body: Buffer, received: Received): Promise<void> {
  const { connection, state, event = null, delivery = null, numbers } = received;
  const row = { id: work.newId(), connection_id: connection.id, at: work.now, event, delivery_id: delivery, state };
  await work.of(ReceivedWebhookStore).add({
    ...row,
    numbers: JSON.stringify([...numbers].sort((a, b) => a.number - b.number)),
    body: body.toString('base64'),
  });
  await work.of(GitConnectionStore).change(connection.id, { last_received_at: work.now });
}

/** @returns whether a ticket has it. */
async function keepFact(
  work: Work<Actor>,
  { texts: _, ...fact }: ForgeFact,
  linked: ReadonlyMap<number, TicketAtWork>,
): Promise<boolean> {
  const store = work.of(CodeChangeStore);
  const before = await store.byIdentity(fact);
  // Another webhook of a request may name a ticket.
  if (before === undefined && linked.size === 0 && fact.kind !== 'change') return false;
  const id = before?.id ?? work.newId();
  const now = before === undefined ? fact : mergedFact(before, fact);
  const { is_dated, ...row } = now;
  if (before === undefined) await store.add({ ...row, id, is_dated: is_dated === 1 });
  else await store.change(id, { ...pick(now, 'title', 'author', 'state', 'url', 'at'), is_dated: is_dated === 1 });
  for (const ticket of inOrderOfNumbers(linked))
    if (await store.link({ ticket_id: ticket.id, change_id: id })) {
      const { kind, repository } = fact;
      const line = { ticketId: ticket.id, thing: { type: kind, id, name: now.title }, field: 'changes', new: true };
      work.lines.push({ ...line, isInternal: true, isUndoable: false });
      await recordEvent(work, ticket, 'ticket.reference_added', { kind, repository, url: now.url });
    }
  return linked.size > 0 || store.isLinked({ change: id });
}
