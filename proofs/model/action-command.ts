import assert from 'node:assert/strict';
import type fc from 'fast-check';
import { MINUTE } from '#platform';
import type { Answer } from '../../server/testing/caller.ts';
import type { Player } from '../../server/testing/cast.ts';
import type { App } from '../../server/testing/start-app.ts';
import type { Action, NumberedChanges } from './actions.ts';
import { comment, takeBack } from './comment-rules.ts';
import { compare } from './compare.ts';
import { type KnownTicket, Model, type Prediction, UNKNOWN_ID, type Who } from './model.ts';
import { addProject, link, removeProject, setRole, unlink } from './other-rules.ts';
import { addTask, changeTask, reorder, type TaskChanges } from './task-rules.ts';
import { type Changes, change, report } from './ticket-rules.ts';

/** The service under test, and the people who use it. */
export interface Service {
  readonly app: App;
  /** A developer who never loses the role, and only reads. */
  readonly dev: Player;
  readonly people: Readonly<Record<Who, Player>>;
}

/** A request, and what the model predicts of it. `predict` changes the model, so it is called once. */
interface PlannedRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  predict(): Prediction;
}

const TASKS = '/api/dev-tasks';
/** A task made for somebody who sees no tasks has an id that no answer has told. */
const idOf = (thing: { id: string } | undefined) => thing?.id || UNKNOWN_ID;

/** Replaces names and indexes by ids. @returns the fields for the model, and for the service. */
function translated(model: Model, { people }: Service, changes: NumberedChanges): { fields: Changes; sent: object } {
  const project = changes.project_id;
  const fields = {
    ...changes,
    ...(typeof project === 'number' ? { project_id: idOf(Model.at(model.projects, project)) } : {}),
  } as Changes;
  const { assignee_id } = fields;
  return { fields, sent: { ...fields, ...(assignee_id ? { assignee_id: people[assignee_id].id } : {}) } };
}

function onTickets(model: Model, service: Service, action: Action): PlannedRequest | null {
  const { who } = action;
  if (action.does === 'report') {
    const { fields, sent } = translated(model, service, action.changes);
    return { method: 'POST', path: '/api/tickets', body: sent, predict: () => report(model, who, fields) };
  }
  if (action.does === 'change') {
    const ticket = model.ticket(action.ticket);
    const { fields, sent } = translated(model, service, action.changes);
    const seen = (model.isDeveloper(who) ? ticket?.version : ticket?.publicVersion) ?? 1;
    const version = seen + (action.match === 'stale' ? 1 : 0);
    return {
      method: 'PATCH',
      path: `/api/tickets/${idOf(ticket)}`,
      body: sent,
      headers: action.match ? { 'if-match': `"${version}"` } : {},
      predict: () => change(model, who, ticket, fields, action.match === 'stale'),
    };
  }
  if (action.does !== 'comment') return null;
  const ticket = model.ticket(action.ticket);
  const onAny = model.tickets.flatMap(({ comments }) => comments);
  const all = action.parent !== null && action.parent < 8 ? (ticket?.comments ?? []) : onAny;
  const said = { ...action, parent: action.parent === null ? null : idOf(Model.at(all, action.parent)) };
  const { isInternal: is_internal, isSummary: is_closure_summary, parent: parent_id } = said;
  return {
    method: 'POST',
    path: `/api/tickets/${idOf(ticket)}/comments`,
    body: { content: 'Like this.', is_internal, is_closure_summary, parent_id },
    predict: () => comment(model, who, ticket, said),
  };
}

function onComments(model: Model, { app }: Service, action: Action): PlannedRequest | null {
  if (action.does !== 'take back') return null;
  const ticket = model.ticket(action.ticket);
  const all = model.tickets.flatMap(({ comments }) => comments);
  const own = ticket?.comments.filter(({ author }) => author === action.who) ?? [];
  const id = idOf(Model.at(action.isOwn ? own : all, action.comment));
  if (action.isLate) {
    app.clock.advance(5 * MINUTE + 1);
    for (const entry of all) entry.isOld = true;
  }
  const path = `/api/tickets/${idOf(ticket)}/comments/${id}`;
  return { method: 'DELETE', path, predict: () => takeBack(model, action.who, ticket, id) };
}

function onTasks(model: Model, action: Action): PlannedRequest | null {
  const { who } = action;
  if (action.does === 'add task') {
    const ticket = action.ticket === null ? null : model.ticket(action.ticket);
    const body = { ...action.draft, ...(ticket === null ? {} : { ticket_id: idOf(ticket) }) };
    return {
      method: 'POST',
      path: TASKS,
      body,
      predict: () => addTask(model, who, ticket, action.draft as TaskChanges),
    };
  }
  if (action.does === 'change task') {
    const task = Model.at(model.tasks, action.task);
    const predict = () => changeTask(model, who, task, action.changes);
    const path = `${TASKS}/${idOf(task)}`;
    return action.changes
      ? { method: 'PATCH', path, body: action.changes, predict }
      : { method: 'DELETE', path, predict };
  }
  if (action.does !== 'reorder') return null;
  const order = [...new Map(action.order.map(([task, at]) => [Model.at(model.tasks, task), at]))];
  const body = { order: order.map(([task, order_index]) => ({ id: idOf(task), order_index })) };
  return { method: 'POST', path: `${TASKS}/reorder`, body, predict: () => reorder(model, who, order) };
}

function onOthers(model: Model, { people }: Service, action: Action): PlannedRequest | null {
  const { who } = action;
  if (action.does === 'link' || action.does === 'unlink') {
    const pair = [model.ticket(action.one), model.ticket(action.other)] as const;
    const path = `/api/tickets/${idOf(pair[0])}/related`;
    if (action.does === 'unlink')
      return { method: 'DELETE', path: `${path}/${idOf(pair[1])}`, predict: () => unlink(model, who, pair) };
    const type = action.type ?? undefined;
    return {
      method: 'POST',
      path,
      body: linkTo(pair[1], action.byNumber, type),
      predict: () => link(model, who, pair, type),
    };
  }
  if (action.does === 'set role') {
    const { whom, role } = action;
    const path = `/api/users/${people[whom].id}`;
    return { method: 'PATCH', path, body: { role }, predict: () => setRole(model, who, whom, role) };
  }
  if (action.does === 'add project')
    return { method: 'POST', path: '/api/projects', body: { name: 'Intranet' }, predict: () => addProject(model, who) };
  if (action.does !== 'remove project') return null;
  const project = Model.at(model.projects, action.project);
  return {
    method: 'DELETE',
    path: `/api/projects/${idOf(project)}`,
    predict: () => removeProject(model, who, project),
  };
}

const linkTo = (other: KnownTicket | undefined, byNumber: boolean, relation_type: string | undefined) => ({
  ...(byNumber ? { related_ticket_number: other?.number ?? 10 ** 9 } : { related_ticket_id: idOf(other) }),
  ...(relation_type ? { relation_type } : {}),
});

const outcomeOf = ({ status, text }: Answer<unknown>) =>
  status < 400 ? String(status) : `${status} ${JSON.parse(text).error}`;

/** Performs an action in the model and in the service: both must give the same outcome, and be the same afterwards. */
export class ActionCommand implements fc.AsyncCommand<Model, Service> {
  readonly #action: Action;

  constructor(action: Action) {
    this.#action = action;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, service: Service): Promise<void> {
    const action = this.#action;
    const planned =
      onTickets(model, service, action) ??
      onComments(model, service, action) ??
      onTasks(model, action) ??
      onOthers(model, service, action);
    assert.ok(planned);
    const { method, path, body, headers = {} } = planned;
    const { outcomes, learn } = planned.predict();
    const json: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const text = body ? JSON.stringify(body) : null;
    const answer = await service.people[action.who].send<{ id: string }>(method, path, text, { ...json, ...headers });
    assert.ok(outcomes.includes(outcomeOf(answer)), `${this}: ${answer.text} instead of ${outcomes}`);
    // If a refusal changed something all the same, the comparison after the next action finds it.
    if (answer.status >= 400) return;
    learn?.(JSON.parse(answer.text));
    await compare(model, service);
  }

  toString(): string {
    return JSON.stringify(this.#action);
  }
}
