import assert from 'node:assert/strict';
import type { DevTask, TaskList } from '../../contract/dev-tasks.ts';
import type { TicketDetail } from '../../contract/tickets.ts';
import type { Player } from '../../server/testing/cast.ts';
import { recordOf } from '../races/record.ts';
import type { Service } from './action-command.ts';
import { type KnownComment, type KnownTask, type KnownTicket, type Model, WHO } from './model.ts';

/** Every eighth action everything is compared; after the others, only what the model says has changed. */
const FULL_COMPARISON_EVERY = 8;

/** Compares model and service: what the last action has changed, and from time to time everything. */
export async function compare(model: Model, service: Service): Promise<void> {
  model.actionsDone += 1;
  for (const ticket of model.tickets) {
    if (!isDue(model, ticket.number, fromModel(model, service, ticket, true))) continue;
    const answered = (await service.dev.reads(ticket)).is(200);
    learnIds(ticket, answered);
    assert.deepEqual(fromService(answered, true), fromModel(model, service, ticket, true));
  }
  for (const who of WHO) {
    const tasks = model.tasks.filter(({ owner }) => owner === who);
    const listed = tasks.map((task) => taskRow(task, task.ticket?.number ?? null));
    if (model.isDeveloper(who) && isDue(model, who, listed)) await compareTasks(tasks, service.people[who]);
  }
}

function isDue(model: Model, what: number | string, expected: unknown): boolean {
  const state = JSON.stringify(expected);
  if (model.actionsDone % FULL_COMPARISON_EVERY !== 0 && model.compared.get(what) === state) return false;
  model.compared.set(what, state);
  return true;
}

/** Compares everything, and also what each person sees of each ticket, and the recorded events. It takes longer. */
export async function compareAll(model: Model, service: Service): Promise<void> {
  model.compared.clear();
  await compare(model, service);
  for (const ticket of model.tickets) {
    for (const who of WHO) {
      const isDeveloper = model.isDeveloper(who);
      const answer = await service.people[who].reads(ticket);
      if (isDeveloper || ticket.reporter === who)
        assert.deepEqual(fromService(answer.is(200), isDeveloper), fromModel(model, service, ticket, isDeveloper));
      else answer.isRefused(403, 'forbidden');
    }
    const record = await recordOf(service.app, ticket);
    assert.deepEqual(
      Object.fromEntries(
        Map.groupBy(record, ({ name }) => name)
          .entries()
          .map(([name, all]) => [name, all.length]),
      ),
      ticket.events,
    );
    assert.deepEqual(
      record.map(({ seq }) => seq),
      record.map((_, n) => n + 1),
    );
  }
}

/** Takes over the ids of closure summaries that came with a change of status: only the service knows them. */
function learnIds({ comments }: KnownTicket, answered: TicketDetail): void {
  for (const [n, comment] of comments.entries()) comment.id ||= answered.comments[n]?.id ?? '';
}

function fromService({ comments, related_tickets, history, ...ticket }: TicketDetail, isDeveloper: boolean) {
  const { number, title, description, category, urgency_reporter, priority, status, project_id } = ticket;
  const { assignee_id, planned_date, estimated_hours, version, closed_at } = ticket;
  return {
    ...{ number, title, description, category, urgency_reporter, priority, status, project_id },
    ...{ assignee_id, planned_date, estimated_hours, version, isClosed: closed_at !== null },
    internal_note: 'internal_note' in ticket ? ticket.internal_note : 'not shown',
    history: isDeveloper ? history.length : null,
    comments: comments.map(({ id, user_id, is_internal, is_closure_summary, is_developer, parent_id }) =>
      [id, user_id, is_internal, is_closure_summary, is_developer, parent_id].join(),
    ),
    links: related_tickets
      .map((link) => `${link.direction} ${link.relation_type} ${link.number} ${link.status}`)
      .sort(),
    steps:
      history
        .filter(({ field }) => field === 'status')
        .map(({ new_value }) => new_value)
        .at(-1) ?? 'submitted',
  };
}

function fromModel(model: Model, { people }: Service, ticket: KnownTicket, isDeveloper: boolean) {
  const { number, fields, comments, history, reporter } = ticket;
  const version = isDeveloper ? ticket.version : ticket.publicVersion;
  const shown = comments.filter(({ isInternal }) => isDeveloper || !isInternal);
  // A reply to a comment that the reader may not see is shown as no reply.
  const parentOf = ({ parent }: KnownComment) => (shown.some(({ id }) => id === parent) ? parent : null);
  return {
    ...fields,
    ...{ number, version, isClosed: fields.status === 'closed' },
    assignee_id: fields.assignee_id && people[fields.assignee_id].id,
    internal_note: isDeveloper ? fields.internal_note : 'not shown',
    history: isDeveloper ? history : null,
    comments: shown.map((comment) =>
      [
        comment.id,
        people[comment.author].id,
        comment.isInternal,
        comment.isSummary,
        comment.ofDeveloper,
        parentOf(comment),
      ].join(),
    ),
    links: model.links
      .filter(({ from, to }) => from === ticket || to === ticket)
      .map(({ from, to, type }) => ({
        type,
        direction: from === ticket ? 'out' : 'in',
        other: from === ticket ? to : from,
      }))
      .filter(({ other }) => isDeveloper || other.reporter === reporter)
      .map(({ type, direction, other }) => `${direction} ${type} ${other.number} ${other.fields.status}`)
      .sort(),
    steps: fields.status,
  };
}

type Shown = Pick<DevTask, 'id' | 'title' | 'priority' | 'estimated_hours' | 'planned_date' | 'status' | 'order_index'>;

const taskRow = (task: Shown, ticket: number | null) => {
  const { id, title, priority, estimated_hours, planned_date, status, order_index } = task;
  return [id, title, priority, estimated_hours, planned_date, status, order_index, ticket].join();
};

async function compareTasks(tasks: readonly KnownTask[], person: Player): Promise<void> {
  const { active, done } = (await person.get<TaskList>('/api/dev-tasks')).is(200);
  const order = active.map(({ order_index }) => order_index);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  const answered = [...active, ...done];
  for (const task of tasks) task.id ||= answered.find((row) => row.ticket_number === task.ticket?.number)?.id ?? '';
  const isActive = ({ status }: KnownTask) => status !== 'done';
  assert.equal(active.length, tasks.filter(isActive).length);
  assert.deepEqual(
    answered.map((task) => taskRow(task, task.ticket_number)).sort(),
    tasks.map((task) => taskRow(task, task.ticket?.number ?? null)).sort(),
  );
}
