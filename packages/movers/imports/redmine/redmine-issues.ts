import type { Status } from '#contract/words.ts';
import type { Instant } from '#platform';
import type { IncomingRow, IncomingTicket, SourceRemark, TicketSource } from '../incoming/incoming-ticket.ts';
import {
  conversationOf,
  describe,
  LOGGED,
  NO_DETAILS,
  priorityIn,
  projectFrom,
  RESTRICTED,
  type RowRemarks,
  rowFrom,
  sourceName,
  type TicketAbout,
} from '../incoming/source-parts.ts';
import { categoryOf } from '../jira/jira-words.ts';
import { asRow, idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import { holesIn, isMarkedPrivate } from '../source-words.ts';
import { type RedmineFacts, readIssue } from './redmine-folder.ts';
import {
  dueDayOf,
  estimateOf,
  issueFieldsOf,
  issueFilesOf,
  issueLeftovers,
  issueLinksOf,
  movesOf,
  notesOf,
  type RedmineReading,
} from './redmine-parts.ts';

/** The issues of a Redmine as tickets, lowest number first. @param source tells apart several whose numbers would mix; empty for one. */
export const redmineIssues = (reading: RedmineReading, source: string): TicketSource => ({
  name: sourceName('redmine', source),
  sha256: reading.folder.sha256,
  ...(reading.renumbers ? { numbers: { product: 'Redmine', pathOf: (id) => pathOf(reading.facts, id) } } : {}),
  async *rows() {
    const { folder, facts, people } = reading;
    for (const remark of [...facts.shortages, ...remarksOn(facts), ...people.remarks]) yield { remark };
    for (const id of facts.issues) yield await rowOf(await readIssue(folder, id), String(id), reading);
  },
});

const pathOf = ({ issues }: RedmineFacts, id: string): string | null =>
  issues.has(Number(id)) ? `/issues/${id}` : null;

function remarksOn({
  isAdmin,
  issues,
  tellsPrivateNotes,
  notes,
  groups,
  closedProjects,
}: RedmineFacts): SourceRemark[] {
  const holes = holesIn([...issues]);
  const remark = (of: string, place: string, reason: string): SourceRemark => ({ of, place, reason });
  return [
    ...(isAdmin ? [] : [remark('tickets', 'Redmine', WITHOUT_ADMIN)]),
    ...(tellsPrivateNotes ? [] : [remark('comments', 'Redmine', `${NO_PRIVACY}: ${notes} became so`)]),
    ...(holes === '' ? [] : [{ ...remark('tickets', holes, HOLES), value: holes }]),
    ...[...groups.values()].map((name) => remark('users', name, 'a group is no person: nobody has its tickets')),
    ...closedProjects.map((name) => remark('projects', name, 'it is closed there: it is a project as any other here')),
  ];
}

async function rowOf(issue: JsonRow, id: string, reading: RedmineReading): Promise<IncomingRow> {
  const place = `#${id}`;
  const values = { title: textIn(issue, 'subject'), createdAt: timeIn(issue, 'created_on') };
  const faults = { title: 'nothing of its subject can be seen', createdAt: 'created_on is no time' };
  return rowFrom(place, values, faults, (about, remarks) => ticketOf(issue, id, reading, about, remarks));
}

async function ticketOf(
  issue: JsonRow,
  place: string,
  reading: RedmineReading,
  { title, createdAt }: TicketAbout,
  remarks: RowRemarks,
): Promise<IncomingTicket> {
  const { facts, people, lastCommentAnswers, meanings, renumbers } = reading;
  const idOf = (name: string) => idIn(asRow(issue[name])) ?? '';
  const status = facts.statuses.get(idOf('status')) ?? 'submitted';
  const times = timesOf(issue, status, createdAt);
  const reporter = people.person(idOf('author'));
  if (reporter === null) remarks.add('tickets', 'nobody knows who wrote it: it is that of Unknown (imported)');
  const isRestricted = isMarkedPrivate(issue.is_private);
  if (isRestricted) remarks.add('tickets', RESTRICTED);
  const said = notesOf(issue, reading, remarks);
  if (Number(issue.spent_hours) > 0) remarks.add('work logs', LOGGED, `${issue.spent_hours} h`);
  const closing = lastCommentAnswers ? { assignee: idOf('assigned_to'), closedAt: times.closedAt } : null;
  const { description, rest } = describe(reading.text(textIn(issue, 'description') ?? '', remarks));
  const leftovers = [...issueLeftovers(issue, reading), ...rest];
  return {
    externalId: place,
    title,
    description,
    status,
    ...times,
    ...NO_DETAILS,
    ...(renumbers ? {} : { number: Number(place) }),
    category: categoryOf(textIn(asRow(issue.tracker), 'name') ?? '', meanings),
    urgency: 'normal',
    priority: priorityIn(facts.priorities, idOf('priority') || null, textIn(asRow(issue.priority), 'name'), remarks),
    project: projectFrom(facts.projects.get(idOf('project')) ?? textIn(asRow(issue.project), 'name') ?? ''),
    reporter,
    assignee: people.person(idOf('assigned_to')),
    plannedDate: dueDayOf(issue),
    estimatedHours: estimateOf(issue),
    ...conversationOf('Redmine', { externalId: place, name: `#${place}`, createdAt, said, leftovers, closing }),
    origin: facts.site === null ? null : { url: `${facts.site}/issues/${place}`, title: `Redmine ${place}` },
    files: await issueFilesOf(issue, reading, remarks),
    moves: movesOf(issue, reading, status),
    fields: issueFieldsOf(issue).fields,
    links: issueLinksOf(issue, reading, remarks),
    isRestricted,
  };
}

/** Redmine keeps the time of a closing when an issue is opened again. */
function timesOf(issue: JsonRow, status: Status, createdAt: Instant) {
  const updatedAt = timeIn(issue, 'updated_on');
  const closedAt = status === 'closed' ? (timeIn(issue, 'closed_on') ?? updatedAt ?? createdAt) : null;
  return { createdAt, updatedAt, closedAt };
}

const WITHOUT_ADMIN =
  'it was read without an administrator’s key: addresses, private notes, private issues and closed projects are missing';
const NO_PRIVACY = 'it does not tell which notes are private: all of them are internal';
const HOLES = 'these numbers are not there: such issues were removed, or the key does not read them';
