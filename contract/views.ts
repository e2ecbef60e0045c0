import { type Static, Type } from 'typebox';
import { Id, Instant, line, oneOf, record } from './scalars.ts';
import { VIEW_PAGES } from './words.ts';

/**
 * A page of the app with its filters, kept under a name by one person for themselves
 * (docs/rules/projects-and-templates.md#saved-views).
 */
export const SavedView = record({
  id: Id,
  name: Type.String(),
  page: oneOf(VIEW_PAGES),
  query: Type.String(),
  created_at: Instant,
});
export type SavedView = Static<typeof SavedView>;

const writable = {
  name: line(1, 80, 'Mine, urgent'),
  page: oneOf(VIEW_PAGES),
  query: Type.Optional(
    Type.String({
      text: 'as is',
      maxLength: 2000,
      description: "What stands in the page's address after the question mark.",
      examples: ['assignee=me&priority=critical,high'],
    }),
  ),
};

/** POST /api/views. Without `query`: the page as it is, without filters. */
export const ViewDraft = record(writable, {
  examples: [{ name: 'Mine, urgent', page: 'board', query: 'assignee=me&priority=critical,high' }],
});
export type ViewDraft = Static<typeof ViewDraft>;

export const ViewChange = record(
  { ...writable, name: Type.Optional(writable.name), page: Type.Optional(writable.page) },
  { minProperties: 1, examples: [{ name: 'Urgent' }] },
);
export type ViewChange = Static<typeof ViewChange>;
