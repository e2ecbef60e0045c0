import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import { formOf, type Player, type SampleFile } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const LOG: SampleFile = { name: 'log.txt', type: 'text/plain', bytes: Buffer.from('paper jam') };

type Named = { readonly id: string; readonly number: number };

/**
 * Ada's report in the open, joined to another one of hers. Lena works on both. Jan was added to the first, and so came to the
 * second, too, where Lena has taken him off. Dev works on the second only if that is in no sealed project.
 */
async function plant({ cast }: App, isSealed: boolean) {
  const { ada, jan, dev, ewa } = await cast.all();
  const lena = await cast.newDeveloper();
  const team = (await lena.post<Team>('/api/teams', { name: `HR ${lena.id.slice(-6)}` })).is(201);
  const teams = [{ team_id: team.id, level: 'work' }];
  const project = (
    await lena.post<Project>('/api/projects', { name: `Files ${lena.id.slice(-6)}`, sealed: true, teams })
  ).is(201);
  const [source, root] = [await ada.opens(), await ada.opens(isSealed ? { project_id: project.id } : {})];
  const [other, third] = [await jan.opens(), await ada.opens()];
  (await ada.put(`/api/tickets/${source.id}/people/${jan.id}`)).is(204);
  (await dev.put(`/api/tickets/${source.id}/following`)).is(204);
  const linked = (await dev.post(`/api/tickets/${source.id}/related`, { related_ticket_id: other.id })).status;
  assert.equal(linked, 201);
  (await lena.post(`/api/tickets/${source.id}/related`, { related_ticket_id: root.id })).is(201);
  (await dev.post('/api/dev-tasks', { title: 'Look at it', ticket_id: source.id })).is(201);
  (await lena.post(`/api/tickets/${source.id}/merge`, { into: root.id, mode: 'join' })).is(200);
  (await lena.delete(`/api/tickets/${root.id}/people/${jan.id}`)).is(204);
  const comment = (await lena.comments(root, 'Noted.')).is(201);
  const closed = { status: 'closed', closure_summary: 'Done.' };
  (await dev.patches(other, closed)).is(200);
  const answer = (await dev.reads(other)).is(200).comments.find(({ is_closure_summary }) => is_closure_summary);
  return { ada, jan, dev, ewa, lena, source, root, other, third, comment, answer: answer?.id ?? '' };
}

type World = Awaited<ReturnType<typeof plant>>;

interface Call {
  readonly path: string;
  readonly body?: object;
  readonly method?: string;
}

const at = ({ source }: World, rest = '') => `/api/tickets/${source.id}${rest}`;

/** Each operation that writes to the ticket of its path, with what is asked of it. */
const BY_PATH: Readonly<Record<string, (world: World) => Omit<Call, 'method'>>> = {
  changeTicket: (world) => ({ path: at(world), body: { title: 'Another title', restricted: true } }),
  postComment: (world) => ({ path: at(world, '/comments'), body: { content: 'Like this.' } }),
  postCommentWithFiles: (world) => ({ path: at(world, '/comments'), body: formOf({ content: 'Look.' }, [LOG]) }),
  changeComment: (world) => ({ path: at(world, `/comments/${world.comment.id}`), body: { content: 'No.' } }),
  takeBackComment: (world) => ({ path: at(world, `/comments/${world.comment.id}`) }),
  addAttachments: (world) => ({ path: at(world, '/attachments'), body: formOf({}, [LOG]) }),
  removeAttachment: (world) => ({ path: at(world, `/attachments/${world.comment.id}`) }),
  addExternalReference: (world) => ({
    path: at(world, '/external-references'),
    body: { ref_type: 'other', url: 'https://example.com/' },
  }),
  removeExternalReference: (world) => ({ path: at(world, `/external-references/${world.comment.id}`) }),
  linkTickets: (world) => ({ path: at(world, '/related'), body: { related_ticket_id: world.third.id } }),
  unlinkTickets: (world) => ({ path: at(world, `/related/${world.root.id}`) }),
  addSolution: (world) => ({ path: at(world, '/solved-by'), body: { ticket_number: world.other.number } }),
  followTicket: (world) => ({ path: at(world, '/following') }),
  unfollowTicket: (world) => ({ path: at(world, '/following') }),
  addTicketPerson: (world) => ({ path: at(world, `/people/${world.ewa.id}`) }),
  addTicketPersonByEmail: (world) => ({ path: at(world, '/people'), body: { email: world.ewa.user.email } }),
  removeTicketPerson: (world) => ({ path: at(world, `/people/${world.jan.id}`) }),
  mergeTicket: (world) => ({ path: at(world, '/merge'), body: { into: world.third.id, mode: 'join' } }),
  splitTicket: (world) => ({ path: at(world, '/split'), body: { comment_ids: [world.comment.id], title: 'More' } }),
  reopenTicket: (world) => ({ path: at(world, '/reopen'), body: { content: 'It is not solved.' } }),
};

/** Each field of a body that names a ticket to which something is written. */
const BY_FIELD: Readonly<Record<string, (world: World) => Call>> = {
  'mergeTicket into': ({ third, source }) => ({
    ...{ path: `/api/tickets/${third.id}/merge`, body: { into: source.id, mode: 'beside' }, method: 'POST' },
  }),
  'mergeTicket also': ({ third, other, source }) => ({
    path: `/api/tickets/${third.id}/merge`,
    ...{ body: { into: other.id, mode: 'beside', also: [source.id] }, method: 'POST' },
  }),
  'changeTicket also': ({ third, source }) => ({
    path: `/api/tickets/${third.id}`,
    ...{ body: { status: 'closed', closure_summary: 'Done.', also: [source.id] }, method: 'PATCH' },
  }),
  'linkTickets related_ticket_id': ({ third, source }) => ({
    ...{ path: `/api/tickets/${third.id}/related`, body: { related_ticket_id: source.id }, method: 'POST' },
  }),
  'linkTickets related_ticket_number': ({ third, source }) => ({
    ...{ path: `/api/tickets/${third.id}/related`, body: { related_ticket_number: source.number }, method: 'POST' },
  }),
  'addSolution ticket_number': ({ third, source }) => ({
    ...{ path: `/api/tickets/${third.id}/solved-by`, body: { ticket_number: source.number }, method: 'POST' },
  }),
  'addTask ticket_id': ({ source }) => ({
    ...{ path: '/api/dev-tasks', body: { title: 'Mine', ticket_id: source.id }, method: 'POST' },
  }),
  'rateAnswer ticket_id': ({ answer, source }) => ({
    ...{ path: `/api/answers/${answer}/helped`, body: { helped: true, ticket_id: source.id }, method: 'POST' },
  }),
};

/** They name no ticket, or write to none: notices of the caller, a label, and mails, of which other tests tell. */
const OTHER_FIELDS = [
  'mergeLabel into',
  'markNoticesRead ticket_id',
  'markNoticesUnread ticket_id',
  'acceptInboundMail ticket_number',
];
/** It undoes what made the ticket a joined one. */
const UNDOING = 'unmergeTicket';

const METHODS = ['put', 'post', 'patch', 'delete'] as const;
type Schema = { $ref?: string; properties?: object; anyOf?: Schema[]; allOf?: Schema[] };
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Document {
  readonly paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>;
  readonly components: { schemas: Record<string, Schema> };
}

function fieldsOf({ components }: Document, schema: Schema): string[] {
  const named = schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  const parts = [...(named?.anyOf ?? []), ...(named?.allOf ?? [])];
  return [
    ...Object.keys(named?.properties ?? {}),
    ...parts.flatMap((part) => fieldsOf({ components } as Document, part)),
  ];
}

async function writesOf({ stranger }: App) {
  const document = (await stranger.get<Document>('/api/openapi.json')).is(200);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      if (operation === undefined) return [];
      const bodies = Object.values(operation.requestBody?.content ?? {});
      const fields = bodies.flatMap(({ schema }) => fieldsOf(document, schema));
      return [{ method: method.toUpperCase(), path, id: operation.operationId, fields }];
    }),
  );
}

const TABLES = [
  ...['ticket_people', 'ticket_followers', 'ticket_labels', 'ticket_history', 'comments', 'attachments'],
  ...['external_references', 'dev_tasks', 'ticket_merges'],
];

/** Every row of a ticket. */
async function rowsOf({ database }: App, { id }: Named): Promise<string> {
  const conditions = [
    ['tickets', `id = '${id}'`],
    ['ticket_relations', `'${id}' in (from_id, to_id)`],
    ...TABLES.map((table) => [table, `ticket_id = '${id}'`]),
  ];
  const rows = await database.read((connection) =>
    Promise.all(
      conditions.map(async ([table, condition]) => [
        table,
        await connection.rows({ sql: `select * from ${table} where ${condition}`, parameters: [] }),
      ]),
    ),
  );
  return JSON.stringify(rows, null, 1);
}

const send = (person: Player, method: string, { path, body }: Call) =>
  body === undefined || body instanceof FormData
    ? person.send(method, path, body ?? null)
    : person.send(method, path, JSON.stringify(body), { 'content-type': 'application/json' });

const NONE = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

const isOnTicket = ({ path, id }: { readonly path: string; readonly id: string }): boolean =>
  path.startsWith('/api/tickets/{id}') && id !== UNDOING;

onEachDatabaseAnew('a joined ticket', (app) => {
  for (const isSealed of [true, false])
    test(`takes nothing: what is written to it goes to the root, ${isSealed ? 'sealed' : 'open'}, by its rights`, async () => {
      const world = await plant(app(), isSealed);
      const { ada, jan, dev, lena, source, root } = world;
      const strangers = isSealed ? [dev, jan] : [jan];
      const writes = await writesOf(app());
      const before = await rowsOf(app(), source);
      for (const person of [ada, lena])
        (await person.patches(source, { title: 'Another title' })).isRefused(409, 'already_merged');
      const tried = async (person: Player, method: string, call: Call, name: string) => {
        const answer = await send(person, method, call);
        assert.equal(await rowsOf(app(), source), before, `${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
        assert.ok(answer.status < 500, `${name}: ${answer.text}`);
        return answer;
      };
      for (const { id, method } of writes.filter(isOnTicket)) {
        const call = BY_PATH[id];
        assert.ok(call !== undefined, `${id} writes to a ticket: say what is asked of it.`);
        const whole = await rowsOf(app(), root);
        for (const person of strangers) {
          const { error } = JSON.parse((await tried(person, method, call(world), id)).text) as { error: string };
          const ofNone = await send(person, method, call({ ...world, source: { ...source, id: NONE } }));
          const expected = ['already_merged', (JSON.parse(ofNone.text) as { error: string }).error];
          assert.ok(expected.includes(error), `${id}: ${error}`);
          assert.equal(await rowsOf(app(), root), whole, id);
        }
        for (const person of [ada, lena]) await tried(person, method, call(world), id);
      }
      const fields = writes.flatMap(({ id, fields }) =>
        fields.filter((field) => /ticket_(id|number)s?$|^into$|^also$/.test(field)).map((field) => `${id} ${field}`),
      );
      for (const name of new Set(fields.filter((field) => !OTHER_FIELDS.includes(field)))) {
        const call = BY_FIELD[name];
        assert.ok(call !== undefined, `${name} names a ticket: say what is asked of it.`);
        const { method = 'POST', ...request } = call(world);
        for (const person of [...strangers, ada, lena]) await tried(person, method, request, name);
      }
    });

  test('gives nobody back to its root by an unmerge, who was taken off it', async () => {
    const { cast } = app();
    const { ada, jan, dev, ewa } = await cast.all();
    const [first, second, root] = [await ada.opens(), await ada.opens(), await ada.opens()];
    for (const source of [first, second]) (await ada.put(`/api/tickets/${source.id}/people/${jan.id}`)).is(204);
    (await dev.put(`/api/tickets/${second.id}/people/${ewa.id}`)).is(204);
    for (const source of [first, second])
      (await dev.post(`/api/tickets/${source.id}/merge`, { into: root.id, mode: 'join' })).is(200);
    const people = async (ticket: Named) => (await dev.reads(ticket)).is(200).people.map(({ id }) => id);
    assert.deepEqual((await people(root)).toSorted(), [jan.id, ewa.id].toSorted());
    (await dev.delete(`/api/tickets/${root.id}/people/${jan.id}`)).is(204);
    (await dev.post(`/api/tickets/${first.id}/unmerge`)).is(200);
    assert.deepEqual([await people(root), await people(first)], [[ewa.id], [jan.id]]);
    (await dev.post(`/api/tickets/${second.id}/unmerge`)).is(200);
    assert.deepEqual(await people(root), []);
  });

  test('takes along only whom nobody else brought, and whom nobody added since', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const [first, second, root] = [await ada.opens(), await ada.opens(), await ada.opens()];
    for (const source of [first, second]) (await dev.put(`/api/tickets/${source.id}/people/${jan.id}`)).is(204);
    (await dev.put(`/api/tickets/${first.id}/people/${ewa.id}`)).is(204);
    for (const source of [first, second])
      (await dev.post(`/api/tickets/${source.id}/merge`, { into: root.id, mode: 'join' })).is(200);
    (await dev.put(`/api/tickets/${root.id}/people/${ewa.id}`)).is(204);
    (await dev.post(`/api/tickets/${first.id}/unmerge`)).is(200);
    const people = (await dev.reads(root)).is(200).people.map(({ id }) => id);
    assert.deepEqual(people.toSorted(), [jan.id, ewa.id].toSorted());
  });
});
