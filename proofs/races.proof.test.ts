import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attachment } from '../contract/attachments.ts'
import type { Comment } from '../contract/comments.ts'
import type { TaskList } from '../contract/dev-tasks.ts'
import type { Project } from '../contract/projects.ts'
import type { RelatedTicket } from '../contract/relations.ts'
import type { Settings } from '../contract/settings.ts'
import type { Ticket, TicketCreated } from '../contract/tickets.ts'
import type { User } from '../contract/users.ts'
import type { Answer } from '../server/testing/caller.ts'
import type { Player } from '../server/testing/cast.ts'
import { onEachDatabase } from '../server/testing/start-app.ts'
import { size } from './size.ts'

const ROUNDS = size(12, 200)

/** Runs a round so many times, one after the other, each with things of its own. */
async function rounds(round: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; n < ROUNDS; n++) await round(n)
}

/** All at once; none may be answered with 5xx. */
async function together<T>(...calls: (() => Promise<Answer<T>>)[]): Promise<Answer<T>[]> {
  const answers = await Promise.all(calls.map((call) => call()))
  for (const { status, text } of answers) assert.ok(status < 500, text)
  return answers
}

const times = <T>(count: number, call: () => T): T[] => Array.from({ length: count }, call)
const sorted = (answers: readonly Answer<unknown>[]) => answers.map(({ status }) => status).toSorted()

onEachDatabase('at the same moment', (app) => {
  const people = () => app().cast.all()
  const opened = async (by: Player, fields = {}) => by.opens(fields)

  test('tickets that are opened get numbers without gap or repeat', async () => {
    const { ada, jan } = await people()
    const before = (await ada.opens()).number
    await rounds(async () => {
      for (const answer of await together(
        ...times(4, () => () => ada.opening()),
        ...times(4, () => () => jan.opening()),
      ))
        answer.is(201)
    })
    const { dev } = await people()
    const numbers: number[] = []
    let path: string | null = '/api/tickets?sort=number&order=asc&limit=500'
    while (path) {
      const page: Answer<Ticket[]> = await dev.get<Ticket[]>(path)
      numbers.push(...page.is(200).map(({ number }) => number))
      path = page.next
    }
    const ours = numbers.filter((number) => number > before)
    assert.deepEqual(
      ours,
      times(ROUNDS * 8, () => 0).map((_, n) => before + 1 + n),
    )
  })

  test('one closing wins, and there is one ticket.closed', async () => {
    const { ada, dev, ewa } = await people()
    await rounds(async () => {
      const ticket = await opened(ada)
      const close = (by: Player) => () =>
        by.patches(ticket, { status: 'closed', closure_summary: `By ${by.user.name}` })
      await together(close(dev), close(ewa), close(dev), close(ewa))
      const names = await dev.namesOf(ticket)
      assert.equal(names.filter((name) => name === 'ticket.closed').length, 1)
      const { comments, status } = (await dev.reads(ticket)).is(200)
      assert.deepEqual([status, comments.filter((one) => one.is_closure_summary).length], ['closed', 1])
    })
  })

  test('closing and opening again leave the one that came last, and a history that leads there', async () => {
    const { ada, dev, ewa } = await people()
    await rounds(async () => {
      const ticket = await opened(ada)
      ;(await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200)
      await together(
        () => dev.patches(ticket, { status: 'verified' }),
        () => ewa.patches(ticket, { status: 'closed' }),
      )
      const { status, history, closed_at } = (await dev.reads(ticket)).is(200)
      const moves = history
        .filter(({ field }) => field === 'status')
        .map(({ old_value, new_value }) => [old_value, new_value])
      const chain = moves.every(([from], n) => from === (n === 0 ? 'submitted' : moves[n - 1]?.[1]))
      assert.ok(
        chain || moves.toReversed().every(([from], n, all) => from === (n === 0 ? 'submitted' : all[n - 1]?.[1])),
      )
      assert.equal(status === 'closed', closed_at !== null)
    })
  })

  test('If-Match lets one of those through who saw the same version', async () => {
    const { ada, dev, ewa } = await people()
    await rounds(async () => {
      const ticket = await opened(ada)
      const match = { 'if-match': `"${ticket.version}"` }
      const answers = await together(
        () => dev.patches(ticket, { priority: 'high' }, match),
        () => ewa.patches(ticket, { priority: 'low' }, match),
        () => ada.patches(ticket, { title: 'Another title' }, match),
      )
      assert.deepEqual(sorted(answers), [200, 412, 412])
    })
  })

  test('two tickets that are linked to each other have one link', async () => {
    const { ada, dev, ewa } = await people()
    await rounds(async () => {
      const [a, b] = [await opened(ada), await opened(ada)]
      const link = (by: Player, from: TicketCreated, to: TicketCreated) => () =>
        by.post<RelatedTicket[]>(`/api/tickets/${from.id}/related`, { related_ticket_id: to.id })
      const answers = await together(link(dev, a, b), link(ewa, b, a), link(dev, b, a), link(ewa, a, b))
      assert.deepEqual(sorted(answers), [200, 200, 200, 201])
      for (const one of [a, b]) assert.equal((await dev.reads(one)).is(200).related_tickets.length, 1)
    })
  })

  test('a project that goes takes no ticket with it, and leaves none that points to it', async () => {
    const { ada, dev } = await people()
    await rounds(async (n) => {
      const project = (await dev.post<Project>('/api/projects', { name: `Project ${n}` })).is(201)
      const [gone, ...made] = await together<unknown>(
        () => dev.delete(`/api/projects/${project.id}`) as Promise<Answer<unknown>>,
        ...times(3, () => () => ada.opening({ project_id: project.id }) as Promise<Answer<unknown>>),
      )
      assert.equal(gone?.status, 204)
      for (const answer of made) {
        if (answer.status !== 201) answer.isRefused(400, 'project_not_found')
        else assert.equal((await ada.reads(answer.is(201) as TicketCreated)).is(200).project_id, null)
      }
    })
  })

  test('settings of two developers are both kept', async () => {
    const { dev, ewa } = await people()
    await rounds(async (n) => {
      await together<Settings>(
        () => dev.patch('/api/settings', { app_name: `Kwit ${n}` }),
        () => ewa.patch('/api/settings', { outbox_retention_days: 100 + n }),
      )
      const { app_name, outbox_retention_days } = (await dev.get<Settings>('/api/settings')).is(200)
      assert.deepEqual([app_name, outbox_retention_days], [`Kwit ${n}`, 100 + n])
    })
  })

  test('a ticket has one closure summary, however many are posted', async () => {
    const { ada, dev, ewa } = await people()
    await rounds(async () => {
      const ticket = await opened(ada)
      const summary = (by: Player) => () => by.comments(ticket, { content: 'The answer.', is_closure_summary: true })
      for (const answer of await together<Comment>(summary(dev), summary(ewa), summary(dev))) answer.is(201)
      const { comments } = (await dev.reads(ticket)).is(200)
      assert.equal(comments.filter((one) => one.is_closure_summary).length, 1)
    })
  })

  test('a ticket has one task, its assignee’s', async () => {
    const { ada, dev, ewa } = await people()
    await rounds(async () => {
      const ticket = await opened(ada)
      const give = (by: Player, to: Player) => () => by.patches(ticket, { assignee_id: to.id, status: 'in_progress' })
      await together(give(dev, ewa), give(ewa, dev), give(dev, dev), give(ewa, ewa))
      const { assignee_id } = (await dev.reads(ticket)).is(200)
      const lists = await Promise.all(
        [dev, ewa].map(async (one) => (await one.get<TaskList>('/api/dev-tasks')).is(200).active),
      )
      const owners = [dev, ewa].filter((_, n) => lists[n]?.some(({ ticket_id }) => ticket_id === ticket.id))
      assert.deepEqual(
        owners.map(({ id }) => id),
        [assignee_id],
      )
      ;(await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200)
    })
  })

  test('a request with an Idempotency-Key is done once', async () => {
    const { ada } = await people()
    await rounds(async (n) => {
      const key = { 'idempotency-key': `race ${n}` }
      const answers = await together(...times(6, () => () => ada.opening({ title: `Once ${n}` }, key)))
      const made = answers.filter(({ status }) => status === 201).map((answer) => answer.is(201).id)
      assert.equal(new Set(made).size, 1)
      for (const answer of answers) if (answer.status !== 201) answer.isRefused(409, 'request_in_progress')
      const found = (await ada.get<Ticket[]>('/api/tickets?limit=20'))
        .is(200)
        .filter(({ title }) => title === `Once ${n}`)
      assert.equal(found.length, 1)
    })
  })

  test('files that are added are all there', async () => {
    const { ada } = await people()
    await rounds(async (n) => {
      const ticket = await opened(ada)
      const file = (name: string) => ({ name, type: 'text/plain', bytes: Buffer.from(`${name} ${n}`) })
      const add = (name: string) => () => ada.attaches(ticket, file(name))
      for (const answer of await together<Attachment[]>(add('a.txt'), add('b.txt'), add('c.txt'))) answer.is(201)
      const names = (await ada.reads(ticket)).is(200).attachments.map(({ original_name }) => original_name)
      assert.deepEqual(names.toSorted(), ['a.txt', 'b.txt', 'c.txt'])
    })
  })
})

onEachDatabase('the last two developers', (app) => {
  test('cannot both be demoted, whoever is quicker', async () => {
    const { dev, ewa } = await app().cast.all()
    const demote = (by: Player, whom: Player) => () => by.patch<User>(`/api/users/${whom.id}`, { role: 'user' })
    await rounds(async () => {
      const answers = await together(demote(dev, ewa), demote(ewa, dev))
      const [winner] = answers.flatMap(({ status }, n) => (status === 200 ? [n === 0 ? dev : ewa] : []))
      assert.ok(winner, 'one is demoted')
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
      for (const answer of answers) {
        if (answer.status === 403) answer.isRefused(403, 'forbidden')
        else if (answer.status !== 200) answer.isRefused(409, 'last_developer')
      }
      const other = winner === dev ? ewa : dev
      ;(await winner.patch(`/api/users/${other.id}`, { role: 'developer' })).is(200)
    })
  })
})
