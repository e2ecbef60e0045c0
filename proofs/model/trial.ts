import assert from 'node:assert/strict'
import type fc from 'fast-check'
import { MINUTE } from '../../server/clock.ts'
import type { Answer } from '../../server/testing/caller.ts'
import type { Player } from '../../server/testing/cast.ts'
import type { App } from '../../server/testing/start-app.ts'
import type { Deed, NumberedWish } from './actions.ts'
import { compare } from './compare.ts'
import { type KnownTicket, Model, NOWHERE, type Prediction, type Who } from './model.ts'
import { addProject, link, removeProject, setRole, unlink } from './other-rules.ts'
import { addTask, changeTask, reorder, type TaskWish } from './task-rules.ts'
import { change, comment, report, takeBack, type Wish } from './ticket-rules.ts'

/** The service, and the people who use it. */
export interface Real {
  readonly app: App
  /** A developer, who stays one and only looks. */
  readonly dev: Player
  readonly people: Readonly<Record<Who, Player>>
}

/** A request, and what the model makes of it: asked for once, after the request has been put together. */
interface Asking {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly headers?: Record<string, string>
  predict(): Prediction
}

const TASKS = '/api/dev-tasks'
/** One that was made for somebody who sees no tasks has an id that nobody has told. */
const idOf = (thing: { id: string } | undefined) => thing?.id || NOWHERE

/** Names and numbers become ids: in the model's words, and in the service's. */
function spoken(model: Model, { people }: Real, wish: NumberedWish): { known: Wish; sent: object } {
  const project = wish.project_id
  const known = {
    ...wish,
    ...(typeof project === 'number' ? { project_id: idOf(Model.some(model.projects, project)) } : {}),
  } as Wish
  const { assignee_id } = known
  return { known, sent: { ...known, ...(assignee_id ? { assignee_id: people[assignee_id].id } : {}) } }
}

function onTickets(model: Model, real: Real, deed: Deed): Asking | null {
  const { who } = deed
  if (deed.does === 'report') {
    const { known, sent } = spoken(model, real, deed.wish)
    return { method: 'POST', path: '/api/tickets', body: sent, predict: () => report(model, who, known) }
  }
  if (deed.does === 'change') {
    const ticket = model.ticket(deed.ticket)
    const { known, sent } = spoken(model, real, deed.wish)
    const version = (ticket?.version ?? 1) + (deed.match === 'stale' ? 1 : 0)
    return {
      method: 'PATCH',
      path: `/api/tickets/${idOf(ticket)}`,
      body: sent,
      headers: deed.match ? { 'if-match': `"${version}"` } : {},
      predict: () => change(model, who, ticket, known, deed.match === 'stale'),
    }
  }
  if (deed.does !== 'comment') return null
  const ticket = model.ticket(deed.ticket)
  const onAny = model.tickets.flatMap(({ comments }) => comments)
  const all = deed.parent !== null && deed.parent < 8 ? (ticket?.comments ?? []) : onAny
  const said = { ...deed, parent: deed.parent === null ? null : idOf(Model.some(all, deed.parent)) }
  const { isInternal: is_internal, isSummary: is_closure_summary, parent: parent_id } = said
  return {
    method: 'POST',
    path: `/api/tickets/${idOf(ticket)}/comments`,
    body: { content: 'Like this.', is_internal, is_closure_summary, parent_id },
    predict: () => comment(model, who, ticket, said),
  }
}

function onComments(model: Model, { app }: Real, deed: Deed): Asking | null {
  if (deed.does !== 'take back') return null
  const ticket = model.ticket(deed.ticket)
  const all = model.tickets.flatMap(({ comments }) => comments)
  const own = ticket?.comments.filter(({ author }) => author === deed.who) ?? []
  const id = idOf(Model.some(deed.isOwn ? own : all, deed.comment))
  if (deed.isLate) {
    app.clock.advance(5 * MINUTE + 1)
    for (const one of all) one.isOld = true
  }
  const path = `/api/tickets/${idOf(ticket)}/comments/${id}`
  return { method: 'DELETE', path, predict: () => takeBack(model, deed.who, ticket, id) }
}

function onTasks(model: Model, deed: Deed): Asking | null {
  const { who } = deed
  if (deed.does === 'add task') {
    const ticket = deed.ticket === null ? null : model.ticket(deed.ticket)
    const body = { ...deed.draft, ...(ticket === null ? {} : { ticket_id: idOf(ticket) }) }
    return { method: 'POST', path: TASKS, body, predict: () => addTask(model, who, ticket, deed.draft as TaskWish) }
  }
  if (deed.does === 'change task') {
    const task = Model.some(model.tasks, deed.task)
    const predict = () => changeTask(model, who, task, deed.wish)
    const path = `${TASKS}/${idOf(task)}`
    return deed.wish ? { method: 'PATCH', path, body: deed.wish, predict } : { method: 'DELETE', path, predict }
  }
  if (deed.does !== 'reorder') return null
  const order = [...new Map(deed.order.map(([task, at]) => [Model.some(model.tasks, task), at]))]
  const body = { order: order.map(([task, order_index]) => ({ id: idOf(task), order_index })) }
  return { method: 'POST', path: `${TASKS}/reorder`, body, predict: () => reorder(model, who, order) }
}

function onOthers(model: Model, { people }: Real, deed: Deed): Asking | null {
  const { who } = deed
  if (deed.does === 'link' || deed.does === 'unlink') {
    const pair = [model.ticket(deed.one), model.ticket(deed.other)] as const
    const path = `/api/tickets/${idOf(pair[0])}/related`
    if (deed.does === 'unlink')
      return { method: 'DELETE', path: `${path}/${idOf(pair[1])}`, predict: () => unlink(model, who, pair) }
    const type = deed.type ?? undefined
    return {
      method: 'POST',
      path,
      body: linkTo(pair[1], deed.byNumber, type),
      predict: () => link(model, who, pair, type),
    }
  }
  if (deed.does === 'set role') {
    const { whom, role } = deed
    const path = `/api/users/${people[whom].id}`
    return { method: 'PATCH', path, body: { role }, predict: () => setRole(model, who, whom, role) }
  }
  if (deed.does === 'add project')
    return { method: 'POST', path: '/api/projects', body: { name: 'Intranet' }, predict: () => addProject(model, who) }
  if (deed.does !== 'remove project') return null
  const project = Model.some(model.projects, deed.project)
  return { method: 'DELETE', path: `/api/projects/${idOf(project)}`, predict: () => removeProject(model, who, project) }
}

const linkTo = (other: KnownTicket | undefined, byNumber: boolean, relation_type: string | undefined) => ({
  ...(byNumber ? { related_ticket_number: other?.number ?? 10 ** 9 } : { related_ticket_id: idOf(other) }),
  ...(relation_type ? { relation_type } : {}),
})

const outcomeOf = ({ status, text }: Answer<unknown>) =>
  status < 400 ? String(status) : `${status} ${JSON.parse(text).error}`

/** A deed, done in the model and in the service: both must say the same of it, and be the same afterwards. */
export class Trial implements fc.AsyncCommand<Model, Real> {
  readonly #deed: Deed

  constructor(deed: Deed) {
    this.#deed = deed
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const deed = this.#deed
    const asking =
      onTickets(model, real, deed) ??
      onComments(model, real, deed) ??
      onTasks(model, deed) ??
      onOthers(model, real, deed)
    assert.ok(asking)
    const { method, path, body, headers = {} } = asking
    const { outcomes, learn } = asking.predict()
    const json: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    const text = body ? JSON.stringify(body) : null
    const answer = await real.people[deed.who].send<{ id: string }>(method, path, text, { ...json, ...headers })
    assert.ok(outcomes.includes(outcomeOf(answer)), `${this}: ${answer.text} instead of ${outcomes}`)
    // What a refusal changed all the same is found after the next deed that is done.
    if (answer.status >= 400) return
    learn?.(JSON.parse(answer.text))
    await compare(model, real)
  }

  toString(): string {
    return JSON.stringify(this.#deed)
  }
}
