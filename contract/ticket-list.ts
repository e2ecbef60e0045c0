import { type Static, Type } from 'typebox'
import { Day, Id, Instant, oneOf, pageParameters, record, someOf, UUID } from './scalars.ts'
import { CATEGORIES, PRIORITIES, STATUSES, Ticket } from './tickets.ts'

/** Text in pieces; those with `match` are words that were looked for. It is text, never markup. */
export const SnippetPart = record({ text: Type.String(), match: Type.Boolean() })
export type SnippetPart = Static<typeof SnippetPart>

/** Where the words of a search are in a ticket: about 160 characters of its best place. */
export const Snippet = record({
  field: oneOf(['title', 'description', 'comment']),
  parts: Type.Array(SnippetPart, {
    examples: [
      [
        { text: 'The ', match: false },
        { text: 'printer', match: true },
        { text: ' on floor 2 …', match: false },
      ],
    ],
  }),
})
export type Snippet = Static<typeof Snippet>

export const ListedTicket = record({ ...Ticket.properties, snippet: Type.Optional(Snippet) })
export type ListedTicket = Static<typeof ListedTicket>

export const SORTS = ['updated_at', 'created_at', 'number', 'priority'] as const

/** GET /api/tickets. `status`, `priority` and `category` take one word or a comma list of them. */
export const TicketFilter = record({
  my: Type.Optional(oneOf(['0', '1'])),
  status: Type.Optional(someOf(STATUSES)),
  priority: Type.Optional(someOf(PRIORITIES)),
  category: Type.Optional(someOf(CATEGORIES)),
  project_id: Type.Optional(Id),
  number: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The one ticket of that number.' }),
  ),
  assignee_id: Type.Optional(
    Type.String({
      pattern: `${UUID}|^me$|^none$`,
      description: 'An id, `me` or `none`.',
      examples: ['me'],
    }),
  ),
  planned_before: Type.Optional(
    Type.Unsafe<string>({ ...Day, description: 'Only what is planned for a day before this one.' }),
  ),
  updated_before: Type.Optional(
    Type.Unsafe<string>({ ...Instant, description: 'Only what has not changed since this moment.' }),
  ),
  closed_since: Type.Optional(
    Type.Unsafe<string>({ ...Instant, description: 'Only what is closed, and was closed at this moment or later.' }),
  ),
  q: Type.Optional(
    Type.String({
      text: true,
      minLength: 1,
      maxLength: 200,
      description:
        'Full text over title, description and the comments that you may read; without case and diacritics. All of the words, the last one also as a beginning; "words in quotes" in a row; #123 for that ticket. Without `sort`, the best match comes first: all words in the title, then in title and description, then with comments; newest first in each.',
      examples: ['drukarka zac'],
    }),
  ),
  snippets: Type.Optional(
    oneOf(['0', '1'], { description: 'With `q`: adds `snippet` to each ticket, where the words are.' }),
  ),
  sort: Type.Optional(
    Type.Unsafe<(typeof SORTS)[number]>({
      type: 'string',
      enum: [...SORTS],
      description: '`created_at` when neither `sort` nor `q` is given.',
    }),
  ),
  order: Type.Optional(oneOf(['desc', 'asc'], { default: 'desc' })),
  ...pageParameters,
})
export type TicketFilter = Static<typeof TicketFilter>
