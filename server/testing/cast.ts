import assert from 'node:assert/strict';
import type { Mailbox } from '#platform/serving';
import type { Attachment } from '../../contract/attachments.ts';
import type { Comment } from '../../contract/comments.ts';
import type { OutboxEntryDetail, OutboxList } from '../../contract/outbox.ts';
import type { SignedIn } from '../../contract/sign-in.ts';
import type { ListedTicket } from '../../contract/ticket-list.ts';
import type { Ticket, TicketCreated, TicketDetail } from '../../contract/tickets.ts';
import type { User } from '../../contract/users.ts';
import { type Answer, Caller } from './caller.ts';
import { StreamReader } from './stream-reader.ts';

export interface SampleFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A form with files, as a browser sends it. */
export function formOf(fields: Record<string, string>, files: readonly SampleFile[] = [], part = 'attachments') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, type, bytes } of files) form.append(part, new File([Buffer.from(bytes)], name, { type }));
  return form;
}

type Fields = Record<string, unknown>;
type Extra = Record<string, string>;

export const DRAFT = { title: 'Printer jams', description: 'Every second page.' };

/** A value without the acts in which things were made, which reporters are not told. */
export const withoutActs = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (key, inner) => (key === 'act_id' ? undefined : inner)));

/** A person who has signed in. The methods are what they do, so that a test reads as a sentence. */
export class Player extends Caller {
  readonly user: User;

  constructor(address: string, { token, user }: SignedIn) {
    super(address, token);
    this.user = user;
  }

  get id(): string {
    return this.user.id;
  }

  /** Opens a ticket from a valid draft with these fields. */
  async opens(fields: Fields = {}): Promise<TicketCreated> {
    return (await this.opening(fields)).is(201);
  }

  opening(fields: Fields = {}, extra?: Extra): Promise<Answer<TicketCreated>> {
    return this.post('/api/tickets', { ...DRAFT, ...fields }, extra);
  }

  patches(ticket: { id: string }, body: Fields, extra?: Extra): Promise<Answer<Ticket>> {
    return this.patch(`/api/tickets/${ticket.id}`, body, extra);
  }

  comments(ticket: { id: string }, draft: Fields | string, extra?: Extra): Promise<Answer<Comment>> {
    const body = typeof draft === 'string' ? { content: draft } : { content: 'Like this.', ...draft };
    return this.post(`/api/tickets/${ticket.id}/comments`, body, extra);
  }

  /** Comments with files. */
  commentsWith(
    ticket: { id: string },
    fields: Record<string, string>,
    files: readonly SampleFile[],
    extra?: Extra,
  ): Promise<Answer<Comment>> {
    return this.post(`/api/tickets/${ticket.id}/comments`, formOf({ content: 'Look.', ...fields }, files), extra);
  }

  takesBack({ ticket_id, id }: { ticket_id: string; id: string }): Promise<Answer<void>> {
    return this.delete(`/api/tickets/${ticket_id}/comments/${id}`);
  }

  attaches(ticket: { id: string }, ...files: SampleFile[]): Promise<Answer<Attachment[]>> {
    return this.post(`/api/tickets/${ticket.id}/attachments`, formOf({}, files));
  }

  removes({ ticket_id, id }: { ticket_id: string; id: string }): Promise<Answer<void>> {
    return this.delete(`/api/tickets/${ticket_id}/attachments/${id}`);
  }

  reads(ticket: { id: string }): Promise<Answer<TicketDetail>> {
    return this.get(`/api/tickets/${ticket.id}`);
  }

  lists(query = ''): Promise<Answer<ListedTicket[]>> {
    return this.get(`/api/tickets${query}`);
  }

  /** Opens the live stream: from now on, or after the event of an id. */
  async listens(since: string | null = null): Promise<StreamReader> {
    const after: Extra = since === null ? {} : { 'last-event-id': since };
    const headers = { authorization: `Bearer ${this.token}`, ...after };
    const answer = await fetch(`${this.address}/api/events/stream`, { headers });
    assert.equal(answer.status, 200);
    return new StreamReader(answer);
  }

  /** The events of a ticket, oldest first, with their payloads. */
  async eventsOf(ticket: { id: string }): Promise<OutboxEntryDetail[]> {
    const entries: OutboxEntryDetail[] = [];
    let path: string | null = '/api/settings/events/outbox?limit=500';
    while (path) {
      const page: Answer<OutboxList> = await this.get<OutboxList>(path);
      for (const { id, aggregate_id } of page.is(200).items)
        if (aggregate_id === ticket.id)
          entries.push((await this.get<OutboxEntryDetail>(`/api/settings/events/outbox/${id}`)).is(200));
      path = page.next;
    }
    return entries.sort((a, b) => a.seq - b.seq);
  }

  /** The names of a ticket's events, oldest first. */
  async namesOf(ticket: { id: string }): Promise<string[]> {
    return (await this.eventsOf(ticket)).map(({ event_name }) => event_name);
  }
}

/** The people of the tests. Ada and Jan report; Dev and Ewa are developers. */
export class Cast {
  readonly #stranger: Caller;
  readonly #mailbox: Mailbox;
  readonly #known = new Map<string, Promise<Player>>();
  #guests = 0;

  constructor(stranger: Caller, mailbox: Mailbox) {
    this.#stranger = stranger;
    this.#mailbox = mailbox;
  }

  get ada(): Promise<Player> {
    return this.#named('ada');
  }
  get jan(): Promise<Player> {
    return this.#named('jan');
  }
  get dev(): Promise<Player> {
    return this.#named('dev');
  }
  get ewa(): Promise<Player> {
    return this.#named('ewa');
  }

  async all() {
    return { ada: await this.ada, jan: await this.jan, dev: await this.dev, ewa: await this.ewa };
  }

  /** Signs in a person of whom no other test knows. */
  guest(): Promise<Player> {
    this.#guests += 1;
    return this.signsIn(`guest${this.#guests}@example.com`);
  }

  /** Signs in somebody whom Dev makes a developer. */
  async newDeveloper(): Promise<Player> {
    const guest = await this.guest();
    (await (await this.dev).patch(`/api/users/${guest.id}`, { role: 'developer' })).is(200);
    return guest;
  }

  async signsIn(email: string): Promise<Player> {
    (await this.#stranger.post('/api/auth/request-otp', { email })).is(200);
    const answer = await this.#stranger.post<SignedIn>('/api/auth/verify-otp', { email, code: this.codeFor(email) });
    return new Player(this.#stranger.address, answer.is(200));
  }

  /** The code in the latest message to that address. */
  codeFor(email: string): string {
    const message = this.#mailbox.list().find(({ to }) => to === email);
    const code = /\b\d{8}\b/.exec(message?.text ?? '')?.[0];
    assert.ok(code, `There is no code for ${email}.`);
    return code;
  }

  #named(name: string): Promise<Player> {
    const player = this.#known.get(name) ?? this.signsIn(`${name}@example.com`);
    this.#known.set(name, player);
    return player;
  }
}
