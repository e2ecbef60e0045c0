import { randomBytes } from 'node:crypto';
import { asPeopleColumn, type TicketFacts } from '#access';
import { samples } from '#testing/sample-files.ts';
import type { Attachment } from '../../contract/attachments.ts';
import type { Project } from '../../contract/projects.ts';
import type { ExternalReference } from '../../contract/references.ts';
import type { Team } from '../../contract/teams.ts';
import type { Player } from '../../server/testing/cast.ts';
import type { App } from '../../server/testing/start-app.ts';
import { pictureIn } from '../access/fixtures.ts';

/** A worker, a lead and a reader are so by their teams; everybody is somebody else on another ticket. */
export const READERS = [
  'reporter',
  'other user',
  'added user',
  'reporting developer',
  'added developer',
  'worker',
  'lead',
  'reader',
  'other developer',
] as const;
export type ReaderName = (typeof READERS)[number];

export const KINDS = [
  'open',
  'open, with people',
  'sealed',
  'sealed, with people',
  'restricted',
  'restricted, with people',
  'restricted and sealed',
] as const;
export type Kind = (typeof KINDS)[number];

/** A ticket of a kind that a user or a developer has reported, with words that stand nowhere else. */
export interface PlantedTicket {
  readonly kind: Kind;
  readonly by: 'reporter' | 'reporting developer';
  readonly id: string;
  readonly number: number;
  readonly facts: TicketFacts;
  /** In its title, its description, a comment, and its answer. */
  readonly publicWord: string;
  /** In its internal note, and an internal comment. */
  readonly internalWord: string;
  /** Which its reporter wrote. */
  readonly comment: string;
  readonly file: Attachment;
  readonly internalFile: Attachment;
  readonly reference: string;
  /** The event of its opening. */
  readonly entry: string;
}

/** Two tickets of equal facts: in hand, and closed with an answer. */
export interface Pair {
  readonly open: PlantedTicket;
  readonly closed: PlantedTicket;
}

export interface World {
  readonly app: App;
  readonly people: Readonly<Record<ReaderName, Player>>;
  /** A person who is added and taken off. */
  readonly zed: Player;
  readonly sealedProject: string;
  /** In the name of the sealed project, and in what else names it. */
  readonly projectWord: string;
  readonly pairs: readonly Pair[];
  /** The ids of the answers of closed tickets, by the ids of these. */
  readonly answers: Map<string, string>;
}

/** Numbers that no other text has. */
const FIRST_NUMBER = 7_700_100;
export const NUMBERS = /\b77001\d\d\b/g;

const PDF = { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf };

const word = (kind: string): string => `${kind}${randomBytes(5).toString('hex')}`;

/** Works on tickets of a kind, and plants there. */
export const workerOn = ({ people }: Pick<World, 'people'>, kind: Kind): Player =>
  people[kind === 'restricted, with people' ? 'added developer' : 'lead'];

async function everybody({ cast }: App): Promise<World['people']> {
  const { ada, jan, dev, ewa } = await cast.all();
  return {
    reporter: ada,
    'other user': jan,
    'added user': await cast.guest(),
    'reporting developer': dev,
    'added developer': ewa,
    worker: await cast.newDeveloper(),
    lead: await cast.newDeveloper(),
    reader: await cast.newDeveloper(),
    'other developer': await cast.newDeveloper(),
  };
}

/** Makes the world of the matrix. */
export async function plantWorld(app: App): Promise<World> {
  const counted = `update counters set value = ${FIRST_NUMBER} where name = 'ticket_number'`;
  await app.database.write((connection) => connection.run({ sql: counted, parameters: [] }));
  const people = await everybody(app);
  const { lead, worker, reader } = people;
  const hr = (await lead.post<Team>('/api/teams', { name: 'HR' })).is(201).id;
  (await lead.put(`/api/teams/${hr}/members/${worker.id}`, {})).is(204);
  const law = (await reader.post<Team>('/api/teams', { name: 'Law' })).is(201).id;
  const teams = [
    { team_id: hr, level: 'work' },
    { team_id: law, level: 'read' },
  ];
  const project = async (fields: object) => (await lead.post<Project>('/api/projects', fields)).is(201).id;
  const projectWord = word('project');
  const sealedProject = await project({ name: projectWord, sealed: true, teams });
  const openProject = await project({ name: 'Shop', teams });
  const world = { app, people, zed: await app.cast.guest(), sealedProject, projectWord, answers: new Map() };
  const pairs: Pair[] = [];
  for (const kind of KINDS)
    for (const by of ['reporter', 'reporting developer'] as const) {
      const where = { kind, by, project: projectOf(kind, { sealedProject, openProject }) };
      const pair = { open: await plantTicket(world, where, false), closed: await plantTicket(world, where, true) };
      const link = { related_ticket_id: pair.closed.id };
      (await workerOn(world, kind).post(`/api/tickets/${pair.open.id}/related`, link)).is(201);
      pairs.push(pair);
    }
  await linkAcross(people.lead, pairs);
  await plantBeside(world);
  // Until now people could report into it, who must not know of it from here on.
  (await lead.patch(`/api/projects/${sealedProject}`, { reports: 'teams' })).is(200);
  return { ...world, pairs };
}

const projectOf = (kind: Kind, { sealedProject, openProject }: Record<'sealedProject' | 'openProject', string>) => {
  if (kind === 'restricted') return openProject;
  return kind.includes('sealed') ? sealedProject : null;
};

/** Links tickets of different kinds, so that a link leads from what somebody sees to what they do not. */
async function linkAcross(lead: Player, pairs: readonly Pair[]): Promise<void> {
  const linked = pairs.filter(({ open }) => open.kind !== 'restricted, with people');
  for (const [index, { open }] of linked.entries()) {
    const next = linked[index + 2]?.open;
    if (next) (await lead.post(`/api/tickets/${open.id}/related`, { related_ticket_id: next.id })).is(201);
  }
}

/** Plants names of the sealed project besides its tickets. */
async function plantBeside({ people, sealedProject, projectWord }: Omit<World, 'pairs'>): Promise<void> {
  const { lead } = people;
  const template = { name: projectWord, project_id: sealedProject, title_template: projectWord };
  (await lead.post('/api/ticket-templates', template)).is(201);
  (await lead.post('/api/views', { name: projectWord, page: 'board', query: `project=${sealedProject}` })).is(201);
  const webhook = { url: 'http://127.0.0.1:9/hook', projects: [sealedProject] };
  (await lead.post('/api/webhooks', webhook)).is(201);
  (await lead.post(`/api/projects/${sealedProject}/icon`, pictureIn('icon'))).is(200);
}

interface Where {
  readonly kind: Kind;
  readonly by: PlantedTicket['by'];
  readonly project: string | null;
}

async function plantTicket(
  world: Omit<World, 'pairs'>,
  { kind, by, project }: Where,
  isClosed: boolean,
): Promise<PlantedTicket> {
  const { people } = world;
  const [reporter, worker] = [people[by], workerOn(world, kind)];
  const [publicWord, internalWord] = [word('public'), word('internal')];
  const texts = { title: `${publicWord} jams`, description: `Since ${publicWord} came.` };
  const ticket = await reporter.opens({ ...texts, project_id: project });
  const added = kind.includes('people') ? [people['added user'], people['added developer']] : [];
  for (const person of added) (await reporter.put(`/api/tickets/${ticket.id}/people/${person.id}`)).is(204);
  const assignee = assigneeOf(world, kind);
  const restricted = kind.startsWith('restricted');
  (await worker.patches(ticket, { internal_note: internalWord, assignee_id: assignee })).is(200);
  if (restricted) (await worker.patches(ticket, { restricted })).is(200);
  if (isClosed) await close(world, { kind, id: ticket.id, publicWord });
  return {
    ...{ kind, by, id: ticket.id, number: ticket.number, publicWord, internalWord },
    ...(await plantOn({ reporter, worker }, ticket, { publicWord, internalWord })),
    entry: await openingOf(world.app, ticket.id),
    facts: {
      ...{ reporter_id: reporter.id, assignee_id: assignee, project_id: project, restricted: restricted ? 1 : 0 },
      // A person who restricts a ticket works on it from then on.
      people: asPeopleColumn(
        added.map(({ id, user }) => ({ id, name: user.name, isAppointed: restricted && id === worker.id })),
      ),
    },
  };
}

function assigneeOf({ people }: Pick<World, 'people'>, kind: Kind): string | null {
  if (kind === 'restricted') return people['other developer'].id;
  return kind === 'restricted and sealed' ? people.worker.id : null;
}

/** Plants a comment, files and a reference on a ticket. */
async function plantOn(
  { reporter, worker }: Readonly<Record<'reporter' | 'worker', Player>>,
  ticket: { readonly id: string },
  { publicWord, internalWord }: Pick<PlantedTicket, 'publicWord' | 'internalWord'>,
) {
  const comment = (await reporter.comments(ticket, `More of ${publicWord}.`)).is(201).id;
  const [file] = (await reporter.attaches(ticket, PDF)).is(201);
  const internal = await worker.commentsWith(ticket, { content: internalWord, is_internal: 'true' }, [PDF]);
  const [internalFile] = internal.is(201).attachments;
  const path = `/api/tickets/${ticket.id}/external-references`;
  const said = { ref_type: 'other', url: 'https://example.com/', title: publicWord };
  const [reference] = (await worker.post<ExternalReference[]>(path, said)).is(201);
  if (!file || !internalFile || !reference) throw new Error('A file or a reference was not planted.');
  return { comment, file, internalFile, reference: reference.id };
}

/** Closes a ticket with an answer. */
export async function close(
  world: Pick<World, 'people' | 'answers'>,
  ticket: Pick<PlantedTicket, 'kind' | 'id' | 'publicWord'>,
): Promise<void> {
  const worker = workerOn(world, ticket.kind);
  const texts = {
    closure_summary: `Turned ${ticket.publicWord} off.`,
    closure_question: `What of ${ticket.publicWord}?`,
  };
  (await worker.patches(ticket, { status: 'closed', ...texts, closure_shared: false })).is(200);
  const { comments } = (await worker.reads(ticket)).is(200);
  world.answers.set(ticket.id, comments.findLast(({ is_closure_summary }) => is_closure_summary)?.id ?? '');
}

async function openingOf({ database }: App, ticket: string): Promise<string> {
  const sql = `select id from event_outbox where aggregate_id = '${ticket}' and event_name = 'ticket.created'`;
  const [row] = await database.read((connection) => connection.rows<{ id: string }>({ sql, parameters: [] }));
  return row?.id ?? '';
}
