import { type Static, Type } from 'typebox';
import { DUE_FILTERS } from './due-words.ts';
import { BY_FIELDS, FieldName } from './fields.ts';
import { Day, Id, Instant, oneOf, pageParameters, record, someOf } from './scalars.ts';
import { Ticket, TicketRow } from './tickets.ts';
import { CATEGORIES, LONG_PAGE_SIZE, PRIORITIES, SORTS, STATUSES, TURNABLE_FILTERS, UUID } from './words.ts';

/** Text in pieces; those with `match` are words that were looked for. It is text, never markup. */
export const SnippetPart = record({ text: Type.String(), match: Type.Boolean() });
export type SnippetPart = Static<typeof SnippetPart>;

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
});
export type Snippet = Static<typeof Snippet>;

export const ListedTicket = record({ ...Ticket.properties, snippet: Type.Optional(Snippet) });
export type ListedTicket = Static<typeof ListedTicket>;

export const ListedRow = record({ ...TicketRow.properties, snippet: Type.Optional(Snippet) });
export type ListedRow = Static<typeof ListedRow>;

const labelNames = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: `${description} Ids or names, separated by commas. For developers.`,
    examples: ['network,printer'],
  });

/** Which tickets. `status`, `priority` and `category` take one word or a comma list of them. */
const filters = {
  my: Type.Optional(oneOf(['0', '1'])),
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
  reporter_id: Type.Optional(
    Type.String({ pattern: `${UUID}|^me$`, description: 'Who reported it: an id or `me`.', examples: ['me'] }),
  ),
  created_since: Type.Optional(
    Type.Unsafe<string>({ ...Instant, description: 'Only what was reported at this moment or later.' }),
  ),
  created_before: Type.Optional(
    Type.Unsafe<string>({ ...Instant, description: 'Only what was reported before this moment.' }),
  ),
  not: Type.Optional({
    ...someOf(TURNABLE_FILTERS),
    description: 'Turns these filters round: all but what they name. Each of them must be there.',
  }),
  planned_before: Type.Optional(
    Type.Unsafe<string>({ ...Day, description: 'Only what is planned for a day before this one.' }),
  ),
  updated_before: Type.Optional(
    Type.Unsafe<string>({ ...Instant, description: 'Only what has not changed since this moment.' }),
  ),
  closed_since: Type.Optional(
    Type.Unsafe<string>({ ...Instant, description: 'Only what is closed, and was closed at this moment or later.' }),
  ),
  closed_before: Type.Optional(
    Type.Unsafe<string>({ ...Instant, description: 'Only what is closed, and was closed before this moment.' }),
  ),
  status_before: Type.Optional(
    Type.Unsafe<string>({ ...Instant, description: 'Only what has had its status since before this moment.' }),
  ),
  awaiting_reply: Type.Optional(
    oneOf(['1', '0'], { description: '`1`: only what its reporter waits for an answer to. `0`: only the others.' }),
  ),
  due: Type.Optional(
    oneOf(DUE_FILTERS, {
      description: 'Whose answer is missed, due today, or soon; `none`: who waits without a due date. For developers.',
    }),
  ),
  following: Type.Optional(
    oneOf(['1', '0'], { description: '`1`: only what you follow. `0`: only what you do not. For developers.' }),
  ),
  live: Type.Optional(oneOf(['unanswered'], { description: 'Only what is live and not closed. For developers.' })),
  team_id: Type.Optional(Type.String({ pattern: `${UUID}|^none$`, description: 'An id or `none`.' })),
  participating: Type.Optional(oneOf(['1'], { description: 'Only what you were added to.' })),
  restricted: Type.Optional(oneOf(['1', '0'], { description: 'Whether only people who are named on them read them.' })),
  label: Type.Optional(labelNames('Only what has one of these labels at least.')),
  label_all: Type.Optional(labelNames('Only what has all of these labels.')),
  label_none: Type.Optional(oneOf(['1'], { description: 'Only what has no label. For developers.' })),
  lacks: Type.Optional(
    oneOf(['1', '0'], { description: '`1`: only what lacks a field that its report needs. `0`: only the others.' }),
  ),
  merged: Type.Optional(oneOf(['1'], { description: 'Also what was joined to another ticket.' })),
  beside: Type.Optional(
    oneOf(['folded'], {
      description: 'Without what stands beside an open ticket that you read wholly, unless somebody else has it.',
    }),
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
};

const status = { status: Type.Optional(someOf(STATUSES)) };

const view = {
  view: Type.Optional(
    oneOf(['row'], { description: 'Without long texts, and with the counts of comments and attachments.' }),
  ),
};

const order = {
  sort: Type.Optional(
    Type.Unsafe<(typeof SORTS)[number] | FieldName>({
      anyOf: [{ type: 'string', enum: [...SORTS] }, FieldName],
      description: '`created_at` when neither `sort` nor `q` is given. `field.KEY` is by what tickets say in a field.',
    }),
  ),
  order: Type.Optional(oneOf(['desc', 'asc'], { default: 'desc' })),
};

/** GET /api/tickets/count. */
export const TicketCountFilter = record({ ...filters, ...status }, BY_FIELDS);
export type TicketCountFilter = Static<typeof TicketCountFilter>;

export const TicketCount = record({ count: Type.Integer({ minimum: 0 }) });
export type TicketCount = Static<typeof TicketCount>;

/** GET /api/tickets/board: at most `limit` cards a column, 200 when nothing is said, and 50 closed ones. */
export const BoardFilter = record(
  {
    ...filters,
    ...view,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  },
  BY_FIELDS,
);
export type BoardFilter = Static<typeof BoardFilter>;

/** GET /api/tickets. */
export const TicketFilter = record(
  {
    ...filters,
    ...status,
    ...view,
    snippets: Type.Optional(
      oneOf(['0', '1'], {
        description:
          'With `q`: adds `snippet` to each ticket, where the words are. A larger `limit` is cut to 100, with its `Link`.',
      }),
    ),
    ...order,
    ...pageParameters(LONG_PAGE_SIZE),
  },
  BY_FIELDS,
);
export type TicketFilter = Static<typeof TicketFilter>;

/** GET /api/tickets.csv: the list on all its pages. */
export const TicketCsvFilter = record(
  {
    ...filters,
    ...status,
    ...order,
    separator: Type.Optional(
      oneOf([',', ';'], { description: '`;` for readers whose language is `pl`, else `,`, unless sent.' }),
    ),
    raw: Type.Optional(
      oneOf(['0', '1'], { description: '`1` leaves texts that a spreadsheet takes for formulas as they are.' }),
    ),
  },
  BY_FIELDS,
);
export type TicketCsvFilter = Static<typeof TicketCsvFilter>;
