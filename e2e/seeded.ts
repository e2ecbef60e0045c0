/** The tickets and people that the screens show. */
import { expect } from '@playwright/test';
import { WEEKDAYS } from '../contract/due-words.ts';
import { mailPoster, quoting, writtenMail } from './incoming-mail.ts';
import { type Kwit, type Reported, report } from './kwit.ts';
import { commentWith } from './picture.ts';
import { tableToImport } from './table.ts';

/** The numbers of the tickets that the screens show. */
export interface Seeded {
  /** A ticket with something of everything, and with long texts. */
  full: number;
  /** A ticket that is closed with an answer. */
  done: number;
  /** The id of an answer that did not hold. */
  answer: string;
  /** A ticket that others stand beside. */
  lead: number;
  /** A ticket that was joined to it. */
  joined: number;
}

const LONG = 'A title that goes on and on '.repeat(11).slice(0, 300).trim();

const seeding = new WeakMap<Kwit, Promise<Seeded>>();

/** The contents of the screens, made once for each Kwit: stories share one. */
export function seeded(kwit: Kwit): Promise<Seeded> {
  const begun = seeding.get(kwit) ?? seed(kwit);
  seeding.set(kwit, begun);
  return begun;
}

/** A field of reports, and one of those who work on them. */
async function askFields(kwit: Kwit): Promise<void> {
  const both = (text: string) => ({ pl: text, en: text });
  const options = ['SAP', 'CRM'].map((name) => ({ key: name.toLowerCase(), name: both(name) }));
  const system = { key: 'system', kind: 'choice', name: both('System'), ask: 'report', reporter_sees: true, options };
  await kwit.call('dev', 'POST', '/fields', { ...system, help: both('It stands on the bill.') });
  await kwit.call('dev', 'POST', '/fields', { key: 'machine', kind: 'text', name: both('Machine'), ask: 'work' });
}

async function seed(kwit: Kwit): Promise<Seeded> {
  const project = await kwit.call<{ id: string }>('dev', 'POST', '/projects', { name: 'Intranet', color: '#0F6B62' });
  await promiseAnswers(kwit);
  await askFields(kwit);
  const full = await report(kwit, 'ada', LONG, { project_id: project.id, urgency_reporter: 'critical' });
  const me = await kwit.call<{ id: string }>('dev', 'GET', '/auth/me');
  await kwit.call('dev', 'PATCH', `/tickets/${full.id}`, {
    assignee_id: me.id,
    planned_date: '2026-01-02',
    fields: { system: 'crm', machine: LONG.slice(0, 200) },
    status: 'in_progress',
    description: `${LONG}\n\n- [ ] order the toner\n- [x] ask for the **model**`,
  });
  await kwit.call('dev', 'POST', `/tickets/${full.id}/comments`, { content: 'Only **us**: `E-31`', is_internal: true });
  const comments = `/tickets/${full.id}/comments`;
  const edited = await kwit.call<{ id: string }>('ada', 'POST', comments, { content: 'Once.' });
  const lists = `<@${me.id}>, both:\n\n- one\n- two\n\n> said before`;
  await kwit.call('ada', 'PATCH', `${comments}/${edited.id}`, { content: lists });
  await kwit.call('ada', 'POST', comments, commentWith('screen.png'));
  await kwit.call('dev', 'POST', '/imports', tableToImport(LONG));
  for (const status of ['waiting', 'blocked', 'verified'] as const) {
    const ticket = await report(kwit, 'ada', `This one is ${status}`);
    await kwit.call('dev', 'PATCH', `/tickets/${ticket.id}`, { status });
  }
  const done = await report(kwit, 'jan', 'This one is done');
  await kwit.call('dev', 'PATCH', `/tickets/${done.id}`, {
    status: 'closed',
    closure_summary: 'Replaced the **roller**.',
    closure_question: 'Why does it jam?',
  });
  const helped = await report(kwit, 'jan', 'A title that goes on, solved before');
  const answered = { status: 'closed', closure_summary: 'Made it **shorter**, as `#1` should be.' };
  await kwit.call('dev', 'PATCH', `/tickets/${helped.id}`, answered);
  await kwit.call('dev', 'POST', `/tickets/${full.id}/solved-by`, { ticket_number: helped.number });
  const back = await report(kwit, 'ada', 'This one came back');
  await kwit.call('dev', 'PATCH', `/tickets/${back.id}`, answered);
  await kwit.call('dev', 'PATCH', `/tickets/${back.id}`, { status: 'in_progress' });
  await answerByMail(kwit, full);
  await putSomebodyOut(kwit);
  await makeTokens(kwit);
  await sealProjects(kwit);
  await kwit.call('dev', 'POST', '/dev-tasks', { title: 'Order toner', planned_date: '2026-01-02' });
  const finished = await kwit.call<{ id: string }>('dev', 'POST', '/dev-tasks', { title: LONG.slice(0, 200) });
  await kwit.call('dev', 'PATCH', `/dev-tasks/${finished.id}`, { status: 'done' });
  const { active } = await kwit.call<{ active: { id: string; ticket_number: number | null }[] }>(
    'dev',
    'GET',
    '/dev-tasks',
  );
  // The longest row: in progress, estimated, overdue, and with a ticket.
  const taken = active.find((task) => task.ticket_number === full.number);
  await kwit.call('dev', 'PATCH', `/dev-tasks/${taken?.id}`, { estimated_hours: 12.5, status: 'in_progress' });
  return { full: full.number, done: done.number, answer: await mixedAnswer(kwit), ...(await mergeSome(kwit)) };
}

/** A calendar that is always open, with holidays, and a target by it. */
async function promiseAnswers(kwit: Kwit): Promise<void> {
  const week = Object.fromEntries(WEEKDAYS.map((day) => [day, ['00:00-24:00']]));
  const days = { '2099-12-25': { name: LONG.slice(0, 80), spans: [] } };
  const { id } = await kwit.call<{ id: string }>('dev', 'POST', '/calendars', {
    ...{ name: 'Day and night', zone: 'Europe/Warsaw', week, days },
  });
  const target = { condition: {}, minutes: 130, calendar_id: id, promised: true, is_active: true };
  await kwit.call('dev', 'PUT', '/answer-targets', { targets: [target] });
}

/** An answer by mail, one in somebody else's name, and a report whose sender nobody has verified. */
async function answerByMail(kwit: Kwit, { number, id }: Reported): Promise<void> {
  await kwit.call('dev', 'PUT', '/mail-in/settings', { mail_in_domain: 'kwit.example.com', force: true });
  const post = await mailPoster(kwit);
  await kwit.call('dev', 'POST', '/mail-in/checks', { step: 'way_in' });
  await kwit.call('dev', 'POST', '/mail-in/checks', { step: 'machine' });
  await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: 'Which of them is it?' });
  const question = await kwit.mail.next('ada@example.com', new RegExp(`#${number}[^]*Which of them is it`));
  await post(
    writtenMail({ from: 'ada@example.com', text: `The last one.\n\n${quoting(question.text)}` }),
    question.replyTo,
  );
  const long = `${LONG.slice(0, 190)}`;
  await post(writtenMail({ from: 'jan@example.com', text: 'Mine as well.', subject: long }), question.replyTo);
  await post(writtenMail({ from: 'jan@example.com', text: 'It jams.' }), 'report@kwit.example.com');
  // A screen that is looked at changes no more.
  await expect.poll(() => kwit.call('dev', 'GET', '/mail-in/status')).toMatchObject({ waiting: 0 });
}

/** A ticket that leads two others, into which a third was joined. */
async function mergeSome(kwit: Kwit): Promise<{ lead: number; joined: number }> {
  const lead = await report(kwit, 'ada', 'This one leads');
  await kwit.call('ada', 'POST', `/tickets/${lead.id}/comments`, { content: 'Since nine in the morning.' });
  for (const title of ['This one stands beside it', LONG]) {
    const { id } = await report(kwit, 'jan', title);
    await kwit.call('dev', 'POST', `/tickets/${id}/merge`, { into: lead.id, mode: 'beside' });
  }
  const joined = await report(kwit, 'ada', 'This one was joined to it');
  await kwit.call('ada', 'POST', `/tickets/${joined.id}/comments`, { content: 'Still the same.' });
  await kwit.call('dev', 'POST', `/tickets/${joined.id}/merge`, { into: lead.id, mode: 'join' });
  return { lead: lead.number, joined: joined.number };
}

/** Answers that colleagues may read, one that helped, and one that helped nobody: its id. */
async function mixedAnswer(kwit: Kwit): Promise<string> {
  await kwit.call('dev', 'PATCH', '/settings', { share_closure_summaries: true });
  const [first, last] = await kwit.call<{ id: string }[]>('dev', 'GET', '/answers');
  await kwit.call('jan', 'POST', `/answers/${last?.id}/helped`, { helped: true });
  for (const who of ['ada', 'dev', 'ewa'] as const)
    await kwit.call(who, 'POST', `/answers/${first?.id}/helped`, { helped: false });
  return first?.id ?? '';
}

/** A project that only one of the developers sees, and another one that both see, into which one of two teams reads. */
async function sealProjects(kwit: Kwit): Promise<void> {
  const teamOf = async (person: 'dev' | 'ewa', name: string) =>
    (await kwit.call<{ id: string }>(person, 'POST', '/teams', { name })).id;
  const ada = await kwit.call<{ id: string }>('ada', 'GET', '/auth/me');
  const [hr, law] = [await teamOf('dev', 'HR'), await teamOf('ewa', LONG.slice(0, 59))];
  await kwit.call('dev', 'PUT', `/teams/${hr}/members/${ada.id}`, {});
  const works = { team_id: law, level: 'work' };
  const both = [works, { team_id: hr, level: 'read' }];
  await kwit.call('ewa', 'POST', '/projects', { name: LONG.slice(0, 80), sealed: true, teams: [works] });
  await kwit.call('ewa', 'POST', '/projects', { name: 'Personnel', sealed: true, teams: both });
}

/** A token that lives, of the longest name, and one that was revoked. */
async function makeTokens(kwit: Kwit): Promise<void> {
  await kwit.call('ada', 'POST', '/tokens', { name: LONG.slice(0, 80), scope: 'write' });
  const { id } = await kwit.call<{ id: string }>('ada', 'POST', '/tokens', { name: 'CI bot', scope: 'read' });
  await kwit.call('ada', 'DELETE', `/tokens/${id}`);
}

/** Somebody who has been invited, and a developer who is gone and had a ticket. */
async function putSomebodyOut(kwit: Kwit): Promise<void> {
  await kwit.call('dev', 'POST', '/users/invite', { email: 'oliwia.bardzo-dlugie.nazwisko@example.com' });
  const zofia = { email: 'zofia.lis@example.com', role: 'developer' };
  const { id } = await kwit.call<{ id: string }>('dev', 'POST', '/users/invite', zofia);
  const ticket = await report(kwit, 'ada', 'This one is with somebody who left');
  await kwit.call('dev', 'PATCH', `/tickets/${ticket.id}`, { assignee_id: id });
  await kwit.call('dev', 'PATCH', `/users/${id}`, { is_active: false });
}
