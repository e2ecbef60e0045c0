import { Type } from 'typebox';
import { DUE_FILTERS } from '#contract/due-words.ts';
import { oneOf, record } from '#contract/scalars.ts';
import type { ListedRow, TicketFilter } from '#contract/ticket-list.ts';
import { STATUSES } from '#contract/words.ts';
import { findStoredComment } from '#conversation';
import { findSimilar, showAnswer } from '#memory';
import { pick, type Work } from '#platform';
import { listSeenProjects, listTickets } from '#tickets';
import { type Author, authorsOf, developerNamed, FencedText, type PeoplesTexts } from '../texts/fenced-text.ts';
import { assigneeId, NamedAssignee, NamedProject, projectId } from './naming.ts';
import { dueFacts, dueOf } from './showing.ts';
import { tool } from './tool.ts';

/** Up to 5 answers of closed tickets that the person may read, for what somebody wrote; the best first. Developers wrote all of them. */
export async function answersFor(work: Work, texts: PeoplesTexts, problem: string) {
  const similar = await findSimilar(work, '', problem);
  return Promise.all(
    similar.map(async ({ answer_id, number, share }) => {
      const answer = await showAnswer(work, answer_id, texts.withholdsReporters);
      const writer = (await findStoredComment(work, answer_id))?.user_id ?? null;
      const author = developerNamed(texts.nameOf((await authorsOf(work, [writer]))(writer)));
      return {
        number,
        question: texts.shown(answer.question, author),
        answer: texts.shown(answer.content, author),
        author: texts.nameOf(author),
        answered_at: answer.answered_at,
        helped: answer.helped,
        not_helped: answer.not_helped,
        // Whether it proved right: its ticket stayed closed, and it helped.
        held: answer.held,
        // From 0 to 1: how much of what was asked it covers.
        share,
      };
    }),
  );
}

type AgentAnswer = Awaited<ReturnType<typeof answersFor>>[number];

/** Tells answers, each in a fence of its own. */
export function writeAnswers(text: FencedText, answers: readonly AgentAnswer[]): void {
  text.say(answers.length === 0 ? 'No answer of a closed ticket is like this.' : `Answers: ${answers.length}`);
  for (const { number, question, answer, author, helped, not_helped, held, share } of answers) {
    const doubt = held ? '' : ', which did not hold: check it';
    text.say(
      `Of #${number}, covers ${Math.round(share * 100)} %, helped ${helped}, did not help ${not_helped}${doubt}`,
    );
    text.quote('question', question, developerNamed(author));
    text.quote('answer', answer, developerNamed(author));
  }
}

export const findAnswers = tool({
  name: 'find_answers',
  title: 'Find answers',
  description:
    'The team’s memory: answers of closed tickets that were about something similar. Use it before reporting or answering anything. Up to 5, the best first; below a share of 0.5 one may or may not help.',
  effect: 'reads',
  input: record({
    text: Type.String({
      text: true,
      minLength: 1,
      maxLength: 20_000,
      description: 'What the problem is, in the words of whoever has it.',
      examples: ['The printer on floor 2 jams'],
    }),
  }),
  async run({ read, texts }, { text: problem }) {
    const answers = await read((work) => answersFor(work, texts, problem));
    const text = new FencedText(texts);
    writeAnswers(text, answers);
    return { fields: { answers }, text };
  },
});

export const listProjects = tool({
  name: 'list_projects',
  title: 'List projects',
  description: 'The projects to which tickets belong, with how many open tickets of each the person may see.',
  effect: 'reads',
  input: record({}),
  async run({ read, texts }) {
    const seen = await read((work) => listSeenProjects(work));
    const projects = seen.map(({ id, name, description, open_tickets }) => ({
      id,
      name: texts.nameOf(developerNamed(name)),
      description: texts.shown(description, developerNamed(null)),
      open_tickets,
    }));
    const text = new FencedText(texts).say(`Projects: ${projects.length === 0 ? 'none' : projects.length}`);
    text.quoteLines(
      'names, descriptions and open tickets',
      projects.map(({ id, name, description, open_tickets }) => ({
        key: id,
        text: `${name}, ${open_tickets} open${description ? `. ${description.replace(/\s+/g, ' ')}` : ''}`,
      })),
    );
    return { fields: { projects }, text };
  },
});

const TITLE_LENGTH = 300;

/** The tickets that the person may see and the filter names, without long texts. */
export async function linesOf(work: Work, texts: PeoplesTexts, filter: TicketFilter): Promise<TicketLine[]> {
  const { tickets } = await listTickets(work, { ...filter, view: 'row' }, null);
  const people = tickets.flatMap(({ reporter_id, assignee_id }) => [reporter_id, assignee_id]);
  const authors = await authorsOf(work, people);
  return (tickets as ListedRow[]).map((row) => lineOf(row, texts, authors(row.reporter_id), authors(row.assignee_id)));
}

/** A ticket in a list: no long texts. A title or a name is null when it is withheld. */
const lineOf = (row: ListedRow, texts: PeoplesTexts, reporter: Author, assignee: Author) => ({
  ...pick(row, 'number', 'status', 'priority', 'category', 'planned_date', 'updated_at'),
  ...pick(row, 'awaiting_reply_since', 'version'),
  ...dueOf(row),
  title: texts.shownLine(row.title, reporter, TITLE_LENGTH),
  project: texts.nameOf(developerNamed(row.project_name)),
  assignee: row.assignee_id && texts.nameOf(assignee),
  reporter: texts.nameOf(reporter),
});

type TicketLine = ReturnType<typeof lineOf>;

/** Tells such tickets: what Kwit says of each, and then their titles, which people wrote. */
export function writeTicketLines(text: FencedText, heading: string, lines: readonly TicketLine[]): void {
  text.say(`${heading}: ${lines.length === 0 ? 'none' : lines.length}`);
  if (lines.length === 0) return;
  text.say(lines.map(factsOf).join('\n'));
  const titles = lines.map(({ number, title }) => ({ key: `#${number}`, text: title }));
  text.quoteLines('titles', titles);
}

const factsOf = (line: TicketLine) => {
  const { number, status, priority, category, planned_date, awaiting_reply_since, updated_at } = line;
  return [
    `#${number} ${status}, priority ${priority}, ${category}, updated ${updated_at}`,
    ...(planned_date === null ? [] : [`planned for ${planned_date}`]),
    ...(awaiting_reply_since === null ? [] : [`its reporter waits for an answer since ${awaiting_reply_since}`]),
    ...dueFacts(line),
  ].join(', ');
};

const OPEN = 'submitted,verified,in_progress,waiting,blocked';
const MOST = 50;

/** A developer's: what is assigned to them. A reporter's: what they reported. */
const QUEUE = {
  developer: { assignee_id: 'me', status: OPEN, sort: 'priority', order: 'asc' },
  reporter: { my: '1', status: OPEN },
} as const satisfies Record<string, TicketFilter>;

export const myWork = tool({
  name: 'my_work',
  title: 'My work',
  description:
    'What is on the person’s desk. For a developer: open tickets assigned to them (queue), those whose reporter waits for an answer (waiting), those planned for a day that is over (overdue), those whose answer is missed (missed). For a reporter: their open tickets, and those that wait for them.',
  effect: 'reads',
  input: record({}),
  async run({ read, texts, person }) {
    const isDeveloper = person.role === 'developer';
    const own: TicketFilter = isDeveloper ? QUEUE.developer : QUEUE.reporter;
    const { queue, waiting, overdue, missed } = await read(async (work) => {
      const lines = (filter: TicketFilter) => linesOf(work, texts, { ...own, ...filter, limit: MOST });
      return {
        queue: await lines({}),
        waiting: await lines(isDeveloper ? { awaiting_reply: '1' } : { status: 'waiting' }),
        overdue: isDeveloper ? await lines({ planned_before: work.now.slice(0, 10) }) : [],
        missed: isDeveloper ? await lines({ status: OPEN, due: 'missed', sort: 'due_at', order: 'asc' }) : [],
      };
    });
    const text = new FencedText(texts);
    writeTicketLines(text, 'Queue', queue);
    writeTicketLines(text, isDeveloper ? 'Reporters who wait for an answer' : 'Waiting for you', waiting);
    if (isDeveloper) writeTicketLines(text, 'Overdue', overdue);
    if (isDeveloper) writeTicketLines(text, 'Answers missed, the earliest due first', missed);
    return { fields: { queue, waiting, overdue, missed }, text };
  },
});

const FEW = 20;

export const searchTickets = tool({
  name: 'search_tickets',
  title: 'Search tickets',
  description:
    'Lists tickets that the person may see: all of them for developers, their own for reporters. With q, the best match first; else the newest. Rows have no descriptions: read one with get_ticket.',
  effect: 'reads',
  input: record({
    q: Type.Optional(
      Type.String({
        text: true,
        minLength: 1,
        maxLength: 200,
        description: 'Words of title, description and comments. "In quotes" for words in a row, #42 for that ticket.',
      }),
    ),
    status: Type.Optional(Type.Array(oneOf(STATUSES), { minItems: 1, maxItems: STATUSES.length, uniqueItems: true })),
    assignee: Type.Optional(NamedAssignee),
    project: Type.Optional(NamedProject),
    due: Type.Optional(
      oneOf(DUE_FILTERS, {
        description:
          'Whose answer is missed, due today or soon, or has no due date; those with one come first, the earliest due in front. For developers.',
      }),
    ),
    mine: Type.Optional(Type.Boolean({ description: 'Only what the person reported.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST, description: `${FEW} unless sent.` })),
  }),
  async run({ read, texts }, { q, status, assignee, project, due, mine, limit = FEW }) {
    const tickets = await read(async (work) =>
      linesOf(work, texts, {
        limit,
        ...(q === undefined ? {} : { q }),
        ...(status === undefined ? {} : { status: status.join(',') }),
        ...(assignee === undefined ? {} : { assignee_id: await assigneeId(work, assignee) }),
        ...(project === undefined ? {} : { project_id: await projectId(work, project) }),
        ...(due === undefined ? {} : { due, ...(q === undefined ? { sort: 'due_at' as const } : {}) }),
        ...(mine === true ? { my: '1' as const } : {}),
      }),
    );
    const text = new FencedText(texts);
    writeTicketLines(text, tickets.length === limit ? `The first ${limit} tickets` : 'Tickets', tickets);
    return { fields: { tickets }, text };
  },
});
