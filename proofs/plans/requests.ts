import { randomUUID } from 'node:crypto';
import type { Answer } from '../../server/testing/caller.ts';
import type { Player } from '../../server/testing/cast.ts';

/** A request whose statements are looked at: by whom, and which. */
export type Request = readonly [name: string, send: (who: Player) => Promise<Answer<unknown>>];

interface Things {
  readonly ticket: { readonly id: string; readonly number: number };
  readonly other: { readonly id: string; readonly number: number };
  readonly project: string;
  readonly developer: string;
  readonly entry: string;
  /** An answer that Ada and developers may read. */
  readonly answer: string;
}

const A_NOTE = { name: 'note.txt', type: 'text/plain', bytes: Buffer.from('Every second page.') };
const SORTS = ['updated_at', 'created_at', 'number', 'priority', 'awaiting_reply_since'];
const QUESTIONS = ['printer', 'printer jam', '"every second" page', '#1', '1', 'e-mail pr'];

const lists = ({ project, developer, ticket }: Things): string[] => [
  ...SORTS.flatMap((sort) => ['asc', 'desc'].map((order) => `?sort=${sort}&order=${order}`)),
  ...SORTS.map((sort) => `?my=1&sort=${sort}`),
  '?status=submitted',
  '?status=verified,waiting&sort=priority',
  '?priority=high,critical',
  '?category=bug',
  `?project_id=${project}`,
  `?assignee_id=${developer}`,
  '?assignee_id=me&sort=priority',
  '?assignee_id=none',
  '?status=submitted,verified,in_progress,waiting,blocked&planned_before=2026-11-21&sort=updated_at',
  '?status=blocked&updated_before=2026-11-18T00:00:00.000Z&sort=updated_at',
  '?status=closed&closed_since=2026-11-21T00:00:00.000Z&sort=updated_at',
  ...['', 'status=submitted,verified&sort=priority', 'sort=updated_at&status=verified'].map(
    (query) => `?beside=folded&${query}`,
  ),
  '?awaiting_reply=1',
  '?awaiting_reply=1&sort=awaiting_reply_since&order=asc',
  '?awaiting_reply=1&status=verified,waiting&sort=awaiting_reply_since&order=asc',
  ...['field.weight=1..5', 'field.colour=red', 'field.colour=red&field.weight=none', 'lacks=1'].map(
    (query) => `?${query}`,
  ),
  ...['sort=field.weight', 'sort=field.colour&field.weight=1..', 'field.colour=red&sort=priority'].map(
    (query) => `?${query}`,
  ),
  `?number=${ticket.number}`,
  `?status=closed&priority=low&category=bug&project_id=${project}&assignee_id=me`,
];

const DUE = ['missed', 'today', 'soon', 'none'];
const dueCounts = DUE.flatMap((due) => ['count', 'board'].map((what) => `/api/tickets/${what}?due=${due}`));
const dueLists: readonly string[] = [
  ...['sort=due_at', 'sort=due_at&order=desc', 'due=today&assignee_id=me', 'due=none&status=verified,waiting'],
  ...DUE.flatMap((due) => ['', '&sort=due_at', '&sort=updated_at'].map((more) => `due=${due}${more}`)),
];

const followed = ['1', '0', '1&status=verified,waiting', '1&sort=updated_at', '0&my=1'].map(
  (query) => `following=${query}`,
);

const searches: string[] = QUESTIONS.flatMap((question) =>
  ['', '&snippets=1', '&my=1', '&order=asc', '&sort=updated_at', '&sort=priority', '&status=closed'].map(
    (more) => `?q=${encodeURIComponent(question)}${more}`,
  ),
);

const answers = ({ project }: Things): string[] => [
  '',
  '?q=rollers+printer',
  '?q=rolers',
  `?project_id=${project}`,
  '?category=bug',
  '?category=bug&q=rollers',
];

const get =
  (path: string): Request[1] =>
  (who) =>
    who.get(path);

/** Two pages of each list, so that the statement behind a cursor is seen as well. */
const paged = (path: string): Request => [
  `GET ${path}`,
  async (who) => {
    const first = await who.get(`${path}${path.includes('?') ? '&' : '?'}limit=1`);
    return first.next ? who.get(first.next) : first;
  },
];

/** The requests of anyone who has signed in. */
export const requestsOfAll = (things: Things): Request[] => [
  ...[...lists(things), ...searches].map((query) => paged(`/api/tickets${query}`)),
  ...['', '/related', '/external-references', '/mentionable?q=a'].map((part): Request => {
    const path = `/api/tickets/${things.ticket.id}${part}`;
    return [`GET ${path}`, get(path)];
  }),
  ...['/workload', '/stats/overview', '/similar?title=printer+jams&description=every+second+page'].map(
    (part): Request => {
      const path = `/api/tickets${part}`;
      return [`GET ${path}`, get(path)];
    },
  ),
  ...['', '?unread=1'].map((query) => paged(`/api/notices${query}`)),
  ...['/api/notices/count', '/api/home', `/api/numbered-tickets/${things.ticket.number}`].map(
    (path): Request => [`GET ${path}`, get(path)],
  ),
  ['GET /metrics', get('/metrics')],
  ...answers(things).map((query) => paged(`/api/answers${query}`)),
  ['GET an answer', get(`/api/answers/${things.answer}`)],
  ['say that an answer helped', (who) => who.post(`/api/answers/${things.answer}/helped`, { helped: true })],
  paged('/api/tokens'),
  ['POST /api/tokens', (who) => who.post('/api/tokens', { name: 'CI bot', scope: 'read' })],
  ...[{ ticket_id: things.ticket.id }, { ids: [things.entry] }, { until: '2026-11-21T03:44:00.000Z' }].map(
    (body): Request => [`POST /api/notices/read ${Object.keys(body)}`, (who) => who.post('/api/notices/read', body)],
  ),
  ['POST /api/tickets', (who) => who.opening()],
  ['PATCH a ticket', async (who) => who.patches(await who.opens(), { title: 'Printer jams again' })],
  ['POST a comment', (who) => who.comments(things.ticket, 'Please try again.')],
  ['POST attachments', (who) => who.attaches(things.ticket, A_NOTE)],
  ['DELETE a comment', async (who) => who.takesBack((await who.comments(things.ticket, 'Please wait.')).is(201))],
  [
    'PATCH a comment',
    async (who) => {
      const { id } = (await who.comments(things.ticket, 'Please wiat.')).is(201);
      return who.patch(`/api/tickets/${things.ticket.id}/comments/${id}`, { content: 'Please wait.' });
    },
  ],
];

const KEEPING = ['/api/tickets/stats/answers', '/api/answers/review', '/api/glossary'];
const MOVING = ['/api/backups', '/api/imports'];

/** The requests by which developers read. */
const readByDevelopers = (things: Things): Request[] => [
  ...[
    '/api/tickets/board',
    '/api/tickets/board?view=row',
    '/api/tickets/board?view=row&assignee_id=me',
    '/api/tickets/board?view=row&following=1',
    '/api/tickets/count?status=verified',
    '/api/tickets/count?assignee_id=me',
    '/api/tickets/count?following=1',
    ...dueCounts,
    '/api/tickets?view=row&status=blocked&status_before=2026-01-01T00:00:00.000Z',
    '/api/tickets/stats/activation',
    '/api/tickets/stats/usage',
    ...[...KEEPING, ...MOVING],
    '/api/dev-tasks',
    '/api/projects',
    '/api/settings/events/outbox/stats',
    `/api/settings/events/outbox/${things.entry}`,
    ...['deliveries', 'tellings'].map((what) => `/api/tickets/${things.ticket.id}/${what}`),
  ].map((path): Request => [`GET ${path}`, get(path)]),
  ...[...followed, ...dueLists].map((query) => paged(`/api/tickets?${query}`)),
  paged('/api/tokens/all'),
  ...['', '?action=settings.changed', `?actor_id=${things.developer}`].map((query) => paged(`/api/audit${query}`)),
  ...['', '?status=pending', '?status=sent&event_name=ticket.created', '?event_name=ticket.closed'].map((query) =>
    paged(`/api/settings/events/outbox${query}`),
  ),
  ...['', '?updated_since=2026-01-01T00:00:00.000Z'].map((query) =>
    paged(`/api/tickets/closure-summaries/index-feed${query}`),
  ),
];

/** The further requests of developers. */
export const requestsOfDevelopers = (things: Things): Request[] => [
  ...readByDevelopers(things),
  [
    'GET the former texts of a comment',
    async (who) => {
      const { id } = (await who.comments(things.ticket, 'Please wait.')).is(201);
      return who.get(`/api/tickets/${things.ticket.id}/comments/${id}/edits`);
    },
  ],
  ['close a ticket', (who) => who.patches(things.other, { status: 'closed', closure_summary: 'Restarted.' })],
  ['invite somebody', (who) => who.post('/api/users/invite', { email: `${randomUUID()}@example.com` })],
  ['move a ticket', (who) => who.patches(things.other, { status: 'in_progress', priority: 'high' })],
  [
    'link a ticket',
    (who) => who.post(`/api/tickets/${things.ticket.id}/related`, { related_ticket_id: things.other.id }),
  ],
];
