import { LABEL_COLORS, STATUSES } from '#contract/words.ts';
import { column, optional, workedOut } from './columns.ts';
import { DERIVED, declareTable, KEPT } from './table-entry.ts';

const labels = declareTable({
  meaning: 'A label that tickets may have.',
  key: ['id'],
  unique: ['folded_name'],
  ...KEPT,
  erased: 'no person',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the label.'),
    name: column.text('Its name.'),
    folded_name: workedOut(column.text('The name without case and diacritics. No two labels have the same.')),
    color: column.oneOfWords(LABEL_COLORS, 'Its colour.'),
    project_id: optional(column.idOf('projects', 'The one project whose tickets may have it.')),
    archived: column.flag('Whether tickets get it no more.'),
    created_at: column.time('When it was made.'),
  },
});

const ticket_labels = declareTable({
  meaning: 'A label that a ticket has.',
  key: ['ticket_id', 'label_id'],
  ...KEPT,
  erased: 'no person',
  checked: ['links'],
  columns: { ticket_id: column.ticket(), label_id: column.idOf('labels', 'The label.') },
});

const label_entries = declareTable({
  meaning: 'What a list by label is read by, of each ticket that has a label. The database keeps it by itself.',
  key: ['ticket_id', 'label_id'],
  ...DERIVED,
  erased: 'no person',
  checked: ['nothing'],
  columns: {
    ticket_id: column.id('The ticket.'),
    label_id: column.id('The label.'),
    status: column.oneOfWords(STATUSES, "The ticket's status."),
    created_at: column.time('When it was reported.'),
    updated_at: column.time('When it was updated last.'),
    number: column.integer('Its number.'),
    priority_rank: column.integer('4 for critical down to 1 for low.'),
    awaiting_reply_since: optional(column.time('Since when its reporter waits for an answer.')),
    joined: column.flag('Whether it was joined to another ticket.'),
  },
});

/** Labels, and which tickets have them. */
export const LABEL_TABLES = { labels, ticket_labels, label_entries };
