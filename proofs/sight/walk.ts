import { randomUUID } from 'node:crypto';
import type { Answer, Caller } from '../../server/testing/caller.ts';
import { bodyOf } from '../access/row.ts';
import { table } from '../access/table.ts';
import { textOf } from '../leaks/sweep.ts';
import type { Operation } from '../standing/document.ts';
import { leaksIn, type Unseen } from './oracle.ts';
import type { World } from './world.ts';

/** Ids of what there is, by the parameter of a path and what stands before it. */
export type Things = Readonly<Record<string, readonly string[]>>;

const THINGS: Readonly<Record<string, string>> = {
  tickets: 'select id from tickets',
  'numbered-tickets': 'select number as id from tickets',
  projects: 'select id from projects',
  'ticket-templates': 'select id from ticket_templates',
  teams: 'select id from teams',
  labels: 'select id from labels',
  fields: 'select id from fields',
  acts: 'select id from acts order by id desc limit 200',
  'mail-in': 'select id from inbound_mails',
  users: 'select id from users',
  webhooks: 'select id from webhooks',
  answers: 'select id from comments where is_closure_summary',
  outbox: 'select id from event_outbox order by position desc limit 60',
  commentId: 'select id from comments',
  filename: 'select filename as id from attachments',
  userId: 'select id from users',
};

export async function thingsOf({ app }: World): Promise<Things> {
  const entries = Object.entries(THINGS).map(async ([name, sql]) => {
    const rows = await app.database.read((connection) =>
      connection.rows<{ id: string | number }>({ sql, parameters: [] }),
    );
    return [name, rows.map(({ id }) => String(id))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Searches by words, numbers and projects. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/api/tickets': [
    '?merged=1&limit=200',
    '?view=row&limit=200',
    '?sort=updated_at&merged=1',
    '?participating=1',
    '?my=1',
  ],
  '/api/tickets/similar': ['?title=Zepsuta+jams'],
  '/api/answers': ['?q=turned'],
  '/api/audit': ['?limit=200'],
  '/api/settings/events/outbox': ['?limit=200'],
};
/**
 * The streams never end; the archives have tests of their own; the built-in mailbox is for developing; who takes a sealed
 * project over has to know its name; calendars and checks of mail in name nothing; what uploads and forges bring is planted
 * as canaries (proofs/leaks).
 */
const NOT_READ =
  /stream$|\/data\.tar$|^\/api\/export$|^\/dev\/|^\/api\/projects\/sealed$|^\/api\/(?:calendars|mail-in\/checks|imports|git-connections)\/\{/;

/** The addresses of an operation: with each thing that its path may name, each query, and each word. */
export function addressesOf({ path }: Operation, things: Things): string[] {
  const [, collection = '', name] = /\/([\w-]+)\/\{(\w+)\}/.exec(path) ?? [];
  if (name === undefined) return ['', ...(QUERIES[path] ?? [])].map((query) => path + query);
  const filled = (things[name] ?? things[collection] ?? []).map((id) => path.replace(/\{\w+\}/, id));
  const [second] = /\{(\w+)\}/.exec(filled[0] ?? '')?.slice(1) ?? [];
  if (second === undefined) return filled;
  return filled.flatMap((filledPath) => (things[second] ?? []).map((id) => filledPath.replace(/\{\w+\}/, id)));
}

export const readings = (operations: readonly Operation[]): readonly Operation[] =>
  operations.filter(({ method, path }) => method === 'GET' && !NOT_READ.test(path));

/** Reads everything. @returns what it tells of the unseen. */
export async function leaksOfReading(
  caller: Caller,
  unseen: Pick<Unseen, 'words' | 'names'>,
  operations: readonly Operation[],
  things: Things,
): Promise<string[]> {
  const leaks: string[] = [];
  for (const operation of readings(operations))
    if (addressesOf(operation, things).length === 0)
      leaks.push(`GET ${operation.path} is not walked: the world has none of it`);
  const look = async (address: string) => {
    const answer = await caller.get(address);
    if (answer.status >= 500) leaks.push(`GET ${address}: ${answer.status}`);
    for (const leak of leaksIn(unseen, textOf(answer), address)) leaks.push(`GET ${address} tells ${leak}`);
    return answer;
  };
  for (const operation of readings(operations))
    for (const address of addressesOf(operation, things)) await look(address);
  for (const word of [...unseen.words].slice(0, 12))
    for (const path of [
      `tickets?merged=1&q=${word}`,
      `tickets/count?q=${word}`,
      `tickets/similar?title=${word}`,
      `answers?q=${word}`,
    ]) {
      const answer = await look(`/api/${path}`);
      if (!['[]', '{"count":0}'].includes(answer.text.trim()) && answer.status < 400)
        leaks.push(`GET ${path} finds it`);
    }
  return leaks;
}

/** An answer without what was asked for, and without what each answer has of its own. */
const masked = (answer: Answer<unknown>, reference: string): string =>
  `${answer.status} ${answer.text.replaceAll(reference, 'ASKED').replace(/"request_id":"[^"]*"/, '')}`;

const json = (caller: Caller, method: string, path: string, body: object | undefined) =>
  body === undefined || body instanceof FormData
    ? caller.send(method, path, body ?? null)
    : caller.send(method, path, JSON.stringify(body), { 'content-type': 'application/json' });

/** A request that has to be answered alike for things that the reader does not see and for things that do not exist: it is asked for both. */
interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
}

const tickets = (own: string | undefined): readonly ((id: string) => Question)[] => [
  (id) => ({ method: 'POST', path: '/api/labels', body: { name: 'Probe', project_id: id } }),
  (id) => ({ method: 'POST', path: '/api/ticket-templates', body: { name: 'Probe', project_id: id } }),
  (id) => ({ method: 'POST', path: '/api/webhooks', body: { url: 'http://127.0.0.1:9/', projects: [id] } }),
  (id) => ({ method: 'GET', path: `/api/tickets?project_id=${id}&merged=1` }),
  (id) => ({ method: 'GET', path: `/api/tickets/count?project_id=${id}` }),
  ...(own === undefined
    ? []
    : [
        (id: string) => ({ method: 'POST', path: `/api/tickets/${own}/related`, body: { related_ticket_id: id } }),
        (id: string) => ({ method: 'POST', path: `/api/tickets/${own}/merge`, body: { into: id, mode: 'join' } }),
        (id: string) => ({ method: 'POST', path: `/api/tickets/${own}/merge`, body: { into: id, mode: 'beside' } }),
        (id: string) => ({ method: 'PATCH', path: `/api/tickets/${own}`, body: { project_id: id } }),
      ]),
];

/** Asks each operation for what the reader does not see. @returns where it is answered otherwise than of what there is not. */
export async function tellingApart(
  caller: Caller,
  { tickets: concealed, projects, hanging }: Unseen,
  operations: readonly Operation[],
  own: string | undefined,
): Promise<string[]> {
  const faults: string[] = [];
  const compare = async (id: string, unknown: string, question: (id: string) => Question) => {
    const answers = [];
    for (const reference of [id, unknown]) {
      const { method, path, body } = question(reference);
      answers.push(masked(await json(caller, method, path, body), reference));
    }
    const [hidden, nothing] = answers;
    const { method, path } = question('ID');
    if (hidden !== nothing)
      faults.push(`${method} ${path}: ${hidden?.slice(0, 300)}, of none ${nothing?.slice(0, 300)}`);
  };
  const named = (collection: string) =>
    operations.filter(({ path }) => path.startsWith(`/api/${collection}/{`) && !path.endsWith('/take-over'));
  const askAll = async (collection: string, id: string) => {
    for (const { method, path } of named(collection)) {
      const row = table[`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`];
      const ids = { id: own ?? randomUUID(), second: own ?? randomUUID() };
      const body = row && bodyOf(row, ids);
      await compare(id, unknownLike(id), (reference) => ({
        ...{ method, body },
        path: path.replace(/\{(?:id|filename)\}/, reference).replace(/\{\w+\}/g, UNKNOWN),
      }));
    }
  };
  for (const { id, number } of concealed.slice(0, 2)) {
    await askAll('tickets', id);
    await compare(String(number), '7700199', (reference) => ({
      method: 'GET',
      path: `/api/numbered-tickets/${reference}`,
    }));
    await compare(String(number), '7700199', (reference) => ({ method: 'GET', path: `/t/${reference}` }));
    await compare(String(number), '7700199', (reference) => ({
      method: 'GET',
      path: `/api/tickets?merged=1&number=${reference}`,
    }));
    for (const question of tickets(own)) await compare(id, randomUUID(), question);
  }
  for (const [collection, ids] of hanging) for (const id of ids.slice(-2)) await askAll(collection, id);
  for (const id of projects.slice(0, 1)) {
    await askAll('projects', id);
    for (const question of tickets(own)) await compare(id, randomUUID(), question);
  }
  return faults;
}

const UNKNOWN = randomUUID();

const unknownLike = (id: string): string => (id.includes('-') ? randomUUID() : id.replace(/^.{12}/, '0123456789ab'));

/** Parts that change with time alone; and that a webhook of an open project heard of something, as restricted tickets there are told it. */
const OF_TIME =
  /"(last_delivery_at|generated_at|made_at|request_id|last_event_id|place|at|last_used_at|last_seen_at|last_status)":(?:"[^"]*"|\w+)/g;
/** Records of one's own looking. */
const OF_LOOKING = /\{[^{}]*"table\.made"[^{}]*\{\}\},?/g;
/** Figures of the machine and the service: of the outbox, how many entries there are, whatever they are about. */
const NOT_STILL = /^\/(metrics|health)|^\/api\/settings\/events\/outbox/;

/** Everything that a reader sees without naming a thing: each answer with its ETag. */
export async function looksOf(caller: Caller, operations: readonly Operation[]): Promise<Record<string, string>> {
  const looks: Record<string, string> = {};
  for (const operation of readings(operations)) {
    if (operation.path.includes('{') || NOT_STILL.test(operation.path)) continue;
    for (const address of addressesOf(operation, {})) {
      const { status, headers, text } = await caller.get(address);
      looks[address] = `${status} ${headers.get('etag')} ${text.replace(OF_TIME, '').replace(OF_LOOKING, '')}`;
    }
  }
  return looks;
}
