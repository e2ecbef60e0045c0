import fc from 'fast-check'
import { CATEGORIES, PRIORITIES, STATUSES } from '../../contract/tickets.ts'
import { WHO, type Who } from './model.ts'

/** Things are named by number, counted round among those that there are; -1 names nothing. */
type Some = number

/** A wish with people by name and projects by number. */
export type NumberedWish = Readonly<Record<string, unknown>>

/** Something that somebody does, or tries to. */
export type Deed = { readonly who: Who } & (
  | { readonly does: 'report'; readonly wish: NumberedWish }
  | {
      readonly does: 'change'
      readonly ticket: Some
      readonly wish: NumberedWish
      readonly match: 'seen' | 'stale' | null
    }
  | {
      readonly does: 'comment'
      readonly ticket: Some
      readonly isInternal: boolean
      readonly isSummary: boolean
      readonly parent: Some | null
    }
  | {
      readonly does: 'take back'
      readonly ticket: Some
      readonly comment: Some
      /** Counted among those of their own on that ticket, or among all that there are. */
      readonly isOwn: boolean
      readonly isLate: boolean
    }
  | {
      readonly does: 'link'
      readonly one: Some
      readonly other: Some
      readonly type: string | null
      readonly byNumber: boolean
    }
  | { readonly does: 'unlink'; readonly one: Some; readonly other: Some }
  | { readonly does: 'set role'; readonly whom: Who; readonly role: 'user' | 'developer' }
  | { readonly does: 'add task'; readonly ticket: Some | null; readonly draft: Readonly<Record<string, unknown>> }
  | { readonly does: 'change task'; readonly task: Some; readonly wish: Readonly<Record<string, unknown>> | null }
  | { readonly does: 'reorder'; readonly order: readonly (readonly [task: Some, order_index: number])[] }
  | { readonly does: 'add project' }
  | { readonly does: 'remove project'; readonly project: Some }
)

const anybody = fc.constantFrom(...WHO)
/** Mostly somebody who may. */
const who = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('dev' as const, 'ewa' as const) },
  { weight: 1, arbitrary: anybody },
)
const rarely = fc.nat(9).map((n) => n === 0)
const seldom = fc.nat(2).map((n) => n === 0)
const some = fc.oneof({ weight: 30, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.constant(-1) })
/** The same things again and again, so that one deed meets what another has left. */
const few = fc.oneof({ weight: 5, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: some })
const perhaps = <T>(what: fc.Arbitrary<T>) => fc.option(what, { freq: 3 })

const priority = fc.constantFrom(...PRIORITIES)
const hours = fc.constantFrom(null, 0, 1.5, 8)
const TEXTS = {
  title: fc.constantFrom('Jam', 'Printer', '  Printer on floor 2 jams ', 'Printer on floor 3 jams', ' ab '),
  description: fc.constantFrom('Short.', 'x'.repeat(50), 'x'.repeat(100)),
}
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ...TEXTS,
  category: fc.constantFrom(...CATEGORIES),
  urgency_reporter: priority,
  priority,
  status: fc.constantFrom(...STATUSES),
  project_id: perhaps(some),
  assignee_id: perhaps(anybody),
  planned_date: fc.constantFrom(null, '2026-12-01', '2026-12-24'),
  estimated_hours: hours,
  internal_note: fc.constantFrom(null, 'Ask the vendor.'),
}

/** One to three of these fields. */
const fewOf = (fields: readonly string[]): fc.Arbitrary<NumberedWish> =>
  fc
    .uniqueArray(
      fc
        .constantFrom(...fields)
        .chain((name) => (FIELDS[name] ?? fc.constant('Done.')).map((value) => [name, value] as const)),
      { minLength: 1, maxLength: 3, selector: ([name]) => name },
    )
    .map((entries) => Object.fromEntries(entries))

const OF_REPORTERS = ['title', 'description', 'category', 'urgency_reporter', 'project_id']
const closing = fc.constant({ status: 'closed', closure_summary: 'Replaced the roller.' })
const wishes = fc.oneof(
  { weight: 3, arbitrary: fewOf(OF_REPORTERS) },
  // More often what moves a ticket on.
  { weight: 6, arbitrary: fewOf([...Object.keys(FIELDS), 'status', 'status', 'assignee_id', 'planned_date']) },
  { weight: 1, arbitrary: fewOf([...Object.keys(FIELDS), 'closure_summary', 'status']) },
  { weight: 2, arbitrary: closing },
)
const drafts = fc.oneof(
  { weight: 8, arbitrary: fewOf(OF_REPORTERS) },
  { weight: 1, arbitrary: fewOf(Object.keys(FIELDS)) },
)
const taskWish = fc.oneof(
  fc.record({ title: fc.constantFrom('Order toner', 'Call them') }),
  fc.record({ status: fc.constantFrom('todo', 'in_progress', 'done') }),
  fc.record({ priority, estimated_hours: hours }),
)

const DEEDS: Readonly<Record<Deed['does'], readonly [weight: number, Record<string, fc.Arbitrary<unknown>>]>> = {
  report: [2, { wish: fc.record(TEXTS).chain((texts) => drafts.map((wish) => ({ ...texts, ...wish }))) }],
  change: [24, { ticket: some, wish: wishes, match: fc.constantFrom(null, null, null, 'seen', 'stale') }],
  comment: [
    12,
    { who: anybody, ticket: few, isInternal: seldom, isSummary: seldom, parent: fc.option(some, { freq: 3 }) },
  ],
  'take back': [5, { who: anybody, ticket: few, comment: some, isOwn: fc.nat(3).map((n) => n > 0), isLate: rarely }],
  link: [
    10,
    {
      one: few,
      other: few,
      type: perhaps(fc.constantFrom('related', 'duplicates', 'blocks', 'blocks', 'blocks')),
      byNumber: fc.boolean(),
    },
  ],
  unlink: [2, { one: few, other: few }],
  'set role': [3, { whom: anybody, role: fc.constantFrom('user', 'developer', 'developer') }],
  'add task': [5, { ticket: perhaps(some), draft: fc.record({ title: fc.constant('My words'), priority }) }],
  'change task': [5, { task: some, wish: perhaps(taskWish) }],
  reorder: [
    2,
    { order: fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -3, max: 3 })), { minLength: 1, maxLength: 3 }) },
  ],
  'add project': [2, {}],
  'remove project': [1, { project: some }],
}

/** Anything that anybody may try. */
export const deeds = (): fc.Arbitrary<Deed>[] =>
  Object.entries(DEEDS).flatMap(([does, [weight, parts]]) =>
    Array.from(
      { length: weight },
      () => fc.record({ who, does: fc.constant(does), ...parts }) as fc.Arbitrary<unknown> as fc.Arbitrary<Deed>,
    ),
  )
