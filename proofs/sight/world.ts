import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Label } from '../../contract/labels.ts';
import type { Project } from '../../contract/projects.ts';
import type { Team } from '../../contract/teams.ts';
import type { Answer } from '../../server/testing/caller.ts';
import type { Player } from '../../server/testing/cast.ts';
import { importsOf } from '../../server/testing/import-runs.ts';
import { MAIL_DOMAIN, openMailIn, VERIFIED, writtenMail } from '../../server/testing/incoming-mail.ts';
import type { App } from '../../server/testing/start-app.ts';
import { chance } from '../size.ts';
import { actsOn, type Means } from './acts.ts';

/** Two of these readers lose what they were while the world goes on. */
export const READERS = [
  'reporter',
  'other reporter',
  'participant',
  'other developer',
  'lead',
  'worker',
  'reader',
  'former member',
  'demoted',
] as const;
export type ReaderName = (typeof READERS)[number];
export type People = Readonly<Record<ReaderName, Player>>;

/** A word that stands in one text alone, by who wrote it. */
export interface Words {
  readonly by: Map<string, string>;
  word(person: Player): string;
}

/** Numbers that no other text has. */
const FIRST_NUMBER = 7_700_100;
export const NUMBERS = /\b77001\d\d\b/g;
export const WORDS = /\bzq[0-9a-z]{10}\b/g;

export interface World {
  readonly app: App;
  readonly people: People;
  readonly projects: readonly string[];
  readonly words: Words;
  /** Does one thing that changes who sees what, or what there is to see. @returns what it was. */
  step(): Promise<string>;
}

export async function worldOf(app: App, seed: number): Promise<World> {
  const random = chance(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.trunc(random() * list.length)] as T;
  await countFrom(app, FIRST_NUMBER);
  const people = await everybody(app);
  const words = wordsBy(random);
  const placed = await places(people, words);
  const { projects } = placed;
  const reply = await replying(app, people.lead, words, pick);
  const all = Object.values(people);
  const developers = [people.lead, people.worker, people['other developer'], people['former member'], people.reader];
  const tickets: { readonly id: string }[] = [];
  const numbers = () => tickets.map((_, nth) => FIRST_NUMBER + 1 + nth);
  const acts = actsOn({ ...placed, people, words, pick, numbers });
  const leaving = new Map<number, () => Promise<Answer<unknown>>>([
    [24, () => people.lead.delete(`/api/teams/${placed.hr}/members/${people['former member'].id}`)],
    [32, () => people.lead.patch(`/api/users/${people.demoted.id}`, { role: 'user' })],
  ]);
  let steps = 0;
  async function step(): Promise<string> {
    steps += 1;
    const leaves = leaving.get(steps);
    if (leaves !== undefined) return `${steps} leaving: ${(await leaves()).status}`;
    if (tickets.length < 6 || random() < 0.15) {
      const made = await opens(pick(all), pick([null, ...projects]), words);
      if (made.status === 201) tickets.push(made.is(201));
      return `${steps} opening: ${made.status}`;
    }
    if (random() < 0.05) return `${steps} replying: ${await reply(pick(all))}`;
    if (random() < 0.03)
      return `${steps} importing: ${await brings(app, pick(all), pick(developers), { words, pick }, tickets)}`;
    const [name, act] = pick(acts);
    const [ticket, other] = [pick(tickets), pick(tickets)];
    // Most people may do few things: the first who may does it.
    const askers = [pick(all), pick(developers), ...developers];
    let status = 0;
    for (const who of askers) {
      ({ status } = await act(who, ticket, other));
      if (status < 400) break;
    }
    return `${steps} ${name}: ${status}`;
  }
  return { app, people, projects, words, step };
}

const opens = (who: Player, project_id: string | null, words: Words) =>
  who.opening({ title: `${words.word(who)} jams`, description: `Since ${words.word(who)} came.`, project_id });

function wordsBy(random: () => number): Words {
  const by = new Map<string, string>();
  return {
    by,
    word(person) {
      const word = `zq${Array.from({ length: 10 }, () => '0123456789abcdefghijklmnopqrstuv'.charAt(random() * 32)).join('')}`;
      by.set(word, person.id);
      return word;
    },
  };
}

/** Imports a ticket of somebody from a table, into any project, maybe restricted. @returns the exit code. */
async function brings(
  app: App,
  reporter: Player,
  assignee: Player,
  { words, pick }: Pick<Means, 'words' | 'pick'>,
  tickets: { readonly id: string }[],
): Promise<number> {
  const rows = (sql: string) =>
    app.database.read((connection) => connection.rows<{ id: string; name: string }>({ sql, parameters: [] }));
  const place = pick(['', ...(await rows('select id, name from projects order by id')).map(({ name }) => name)]);
  const ticket = {
    ...{
      external_id: randomUUID(),
      title: `${words.word(reporter)} jams`,
      description: 'Since Monday.',
      project: place,
    },
    ...{ reporter_email: reporter.user.email, assignee_email: pick(['', assignee.user.email]) },
    ...{ internal_note: words.word(assignee), restricted: pick(['', 'true']) },
  };
  const path = join(app.dataDir, 'old.csv');
  writeFileSync(path, `${Object.keys(ticket)}\n${Object.values(ticket)}\n`);
  const code = await importsOf(app).bringsTable(path, { restrictedTo: [assignee.user.email] });
  if (code === 0) tickets.push(...(await rows('select id from tickets order by number desc limit 1')));
  return code;
}

/** @returns lets somebody answer a mail that they once had, whatever they see now. */
async function replying(app: App, lead: Player, words: Words, pick: Means['pick']) {
  const post = await openMailIn(app, lead);
  return async (who: Player): Promise<string> => {
    const mails = app.mailbox.list().filter(({ to }) => to === who.user.email);
    const tokens = mails.flatMap(({ text }) => /Kwit-Ref: ([a-z2-7]{26})\n$/.exec(text)?.[1] ?? []);
    if (tokens.length === 0) return 'to nothing';
    const head = { From: who.user.email, To: `r+${pick(tokens)}@${MAIL_DOMAIN}` };
    const mail = writtenMail(head, `By mail: ${words.word(who)}.`, [VERIFIED]);
    const { body } = await post(mail, head.To);
    return body.state ?? body.error;
  };
}

async function countFrom({ database }: App, number: number): Promise<void> {
  const sql = `update counters set value = ${number} where name = 'ticket_number'`;
  await database.write((connection) => connection.run({ sql, parameters: [] }));
}

async function everybody({ cast }: App): Promise<People> {
  const { ada, jan, dev } = await cast.all();
  return {
    reporter: ada,
    'other reporter': jan,
    participant: await cast.guest(),
    'other developer': dev,
    lead: await cast.newDeveloper(),
    worker: await cast.newDeveloper(),
    reader: await cast.newDeveloper(),
    'former member': await cast.newDeveloper(),
    demoted: await cast.newDeveloper(),
  };
}

/** An open project, and two sealed ones: of one a team works and another reads, the other is that team's alone. */
async function places(people: People, words: Words): Promise<Pick<Means, 'hr' | 'projects' | 'labels' | 'keys'>> {
  const { lead, reader } = people;
  const team = async (who: Player, name: string) => (await who.post<Team>('/api/teams', { name })).is(201).id;
  const [hr, law] = [await team(lead, 'HR'), await team(reader, 'Law')];
  for (const name of ['worker', 'former member', 'demoted'] as const)
    (await lead.put(`/api/teams/${hr}/members/${people[name].id}`, {})).is(204);
  const project = async (who: Player, fields: object) =>
    (await who.post<Project>('/api/projects', { ...fields, name: words.word(who) })).is(201).id;
  const works = { team_id: hr, level: 'work' };
  const open = await project(lead, { teams: [works] });
  const sealed = await project(lead, { sealed: true, teams: [works, { team_id: law, level: 'read' }] });
  const laws = await project(reader, { sealed: true, reports: 'teams', teams: [{ team_id: law, level: 'work' }] });
  const labels: string[] = [];
  const keys: string[] = [];
  for (const [who, id] of [
    [lead, sealed],
    [reader, laws],
  ] as const) {
    (
      await who.post('/api/ticket-templates', {
        name: words.word(who),
        project_id: id,
        title_template: words.word(who),
      })
    ).is(201);
    labels.push((await who.post<Label>('/api/labels', { name: words.word(who), project_id: id })).is(201).id);
    const name = { en: words.word(who), pl: words.word(who) };
    const field = {
      key: `field_${keys.length}`,
      name,
      kind: 'text',
      project_id: id,
      ask: 'work',
      reporter_sees: false,
    };
    (await who.post('/api/fields', field)).is(201);
    keys.push(field.key);
  }
  await promises(people, [laws, sealed, null]);
  return { hr, projects: [open, sealed, laws], labels, keys };
}

/** A promise for each of these projects, and one for all others. */
async function promises({ lead, reader }: People, projects: readonly (string | null)[]): Promise<void> {
  const week = { mon: ['08:00-16:00'], wed: ['08:00-16:00'], fri: ['08:00-16:00'] };
  const calendar = (await lead.post<{ id: string }>('/api/calendars', { name: 'Office', zone: 'UTC', week })).is(201);
  const target = { minutes: 60, calendar_id: calendar.id, promised: true, is_active: true };
  const targets = projects.map((id) => ({ ...target, condition: id === null ? {} : { project_id: id } }));
  (await reader.put('/api/answer-targets', { targets })).is(200);
}
