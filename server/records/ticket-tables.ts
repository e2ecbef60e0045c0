import { PICTURE_TYPES } from '#contract/pictures.ts';
import { RELATION_TYPES } from '#contract/relations.ts';
import { CATEGORIES, COMMENT_TYPES, PRIORITIES, REFERENCE_TYPES, STATUSES } from '#contract/words.ts';
import { column, optional, workedOut } from './columns.ts';
import { KEPT, type TableEntry } from './table-entry.ts';

const projects: TableEntry<'projects'> = {
  meaning: 'A project that tickets belong to.',
  key: ['id'],
  ...KEPT,
  erased: 'no person',
  checked: ['files'],
  columns: {
    id: column.id('Identifies the project.'),
    name: column.text('Its name.'),
    description: optional(column.text('What it is about.')),
    color: column.text('Its colour, as #rrggbb.'),
    icon_filename: optional(column.file('Its icon.')),
    icon_type: optional(column.oneOfWords(PICTURE_TYPES, 'The type of the icon.')),
    created_at: column.time('When it was made.'),
  },
};

const tickets: TableEntry<'tickets'> = {
  meaning: 'A report, and what became of it.',
  key: ['id'],
  unique: ['number'],
  ...KEPT,
  erased: { rewrite: 'The report stays; open tickets that the person works on become unassigned.' },
  checked: ['links', 'counts', 'events'],
  columns: {
    id: column.id('Identifies the ticket.'),
    number: column.integer('The number that people call it by. No two tickets have the same.'),
    title: column.text('What it is about, in a line.'),
    description: column.text('What was reported.'),
    steps_to_reproduce: optional(column.text('Of a bug: how to see it.')),
    expected_result: optional(column.text('Of a bug: what should be.')),
    actual_result: optional(column.text('Of a bug: what is.')),
    environment: optional(column.text('Of a bug: where it is.')),
    category: column.oneOfWords(CATEGORIES, 'What kind of report it is.'),
    urgency_reporter: column.oneOfWords(PRIORITIES, 'How urgent the reporter called it.'),
    priority: column.oneOfWords(PRIORITIES, 'How urgent developers call it.'),
    priority_rank: workedOut(column.integer('4 for critical down to 1 for low.')),
    status: column.oneOfWords(STATUSES, 'How far it is.'),
    status_since: column.time('Since when it has this status.'),
    project_id: optional(column.idOf('projects', 'Its project.')),
    reporter_id: column.person('Who reported it.'),
    assignee_id: optional(column.person('Who works on it.')),
    planned_date: optional(column.day('For when it is planned.')),
    estimated_hours: optional(column.real('How long it may take.')),
    order_index: column.integer('Its place in its column of the board.'),
    internal_note: optional(column.text('What developers noted for themselves.')),
    created_at: column.time('When it was reported.'),
    updated_at: column.time('When it last changed.'),
    closed_at: optional(column.time('When it was closed; null while it is not.')),
    awaiting_reply_since: optional(column.time('Since when its reporter waits for an answer.')),
    version: column.integer('Counts its changes.'),
    public_version: column.integer('Counts the changes that its reporter may know of.'),
    public_updated_at: column.time('The last change that its reporter may know of.'),
    was_closed: column.flag('Whether it has ever left `closed`.'),
    event_seq: column.integer('How many events were recorded of it.'),
    summary_comment_id: optional(
      column.idOf('comments', 'The comment that is its answer, when its reporter may read it.'),
    ),
  },
};

const ticket_history: TableEntry<'ticket_history'> = {
  meaning: 'A change of one field of a ticket.',
  key: ['id'],
  ...KEPT,
  erased: { rewrite: "The row stays; the names of the person's tokens go." },
  checked: ['links'],
  columns: {
    id: column.id('Identifies the change.'),
    ticket_id: column.ticket(),
    field: column.text('The field, or what happened.'),
    old_value: optional(column.text('What it was. Of `assignee_id` and `project_id`: an id.')),
    new_value: optional(column.text('What it became.')),
    user_id: optional(column.person('Who changed it; null when the service did.')),
    created_at: column.time('When.'),
    is_internal: column.flag('Whether only developers read it.'),
    via: optional(column.text('The name of the token by which a program did it.')),
  },
};

const comments: TableEntry<'comments'> = {
  meaning: 'A comment on a ticket.',
  key: ['id'],
  ...KEPT,
  erased: 'by id',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the comment.'),
    ticket_id: column.ticket(),
    user_id: column.person('Who wrote it.'),
    content: column.text('The text. `<@id>` names a person.'),
    type: column.oneOfWords(COMMENT_TYPES, 'What kind of comment it is.'),
    is_internal: column.flag('Whether only developers read it.'),
    is_closure_summary: column.flag('Whether it says how the ticket was solved.'),
    is_developer: column.flag('Whether its author was a developer then.'),
    parent_id: optional(column.idOf('comments', 'The comment that it answers.')),
    created_at: column.time('When it was written.'),
    edited_at: optional(column.time('When its text was last replaced.')),
  },
};

const comment_edits: TableEntry<'comment_edits'> = {
  meaning: 'A text that a comment had until somebody replaced it.',
  key: ['id'],
  ...KEPT,
  erased: 'by id',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the edit.'),
    comment_id: column.idOf('comments', 'The comment.'),
    content: column.text('The former text.'),
    edited_by: column.person('Who replaced it.'),
    edited_at: column.time('When.'),
  },
};

const attachments: TableEntry<'attachments'> = {
  meaning: 'A file of a ticket.',
  key: ['id'],
  unique: ['filename'],
  ...KEPT,
  erased: 'by id',
  checked: ['links', 'files'],
  columns: {
    id: column.id('Identifies the attachment.'),
    ticket_id: column.ticket(),
    comment_id: optional(column.idOf('comments', "The comment that it came with; null for one of the ticket's own.")),
    is_internal: column.flag('Whether only developers read it.'),
    filename: column.file('The name under which its bytes are kept.'),
    original_name: column.text('The name that its sender gave it.'),
    mime_type: column.text('What it is, by its content.'),
    size: column.integer('In bytes.'),
    sha256: column.text('Of its bytes, hexadecimal.'),
    width: optional(column.integer('Of an image, in pixels as it is shown.')),
    height: optional(column.integer('Of an image, in pixels as it is shown.')),
    uploaded_by: column.person('Who sent it.'),
    created_at: column.time('When.'),
  },
};

const ticket_relations: TableEntry<'ticket_relations'> = {
  meaning: 'A link from one ticket to another. Two tickets have one at most.',
  key: ['from_id', 'to_id'],
  ...KEPT,
  erased: 'by id',
  checked: ['links'],
  columns: {
    from_id: column.ticket('The ticket from which the link leads.'),
    to_id: column.ticket('The ticket to which it leads.'),
    relation_type: column.oneOfWords(RELATION_TYPES, 'What the first is to the second.'),
    created_by: optional(column.person('Who linked them.')),
    created_at: column.time('When.'),
  },
};

const external_references: TableEntry<'external_references'> = {
  meaning: 'A link from a ticket to an address elsewhere.',
  key: ['id'],
  ...KEPT,
  erased: 'by id',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the reference.'),
    ticket_id: column.ticket(),
    ref_type: column.oneOfWords(REFERENCE_TYPES, 'What is there.'),
    url: column.text('The address.'),
    title: optional(column.text('What it is called.')),
    created_by: optional(column.person('Who added it.')),
    created_at: column.time('When.'),
  },
};

export const TICKET_TABLES = {
  projects,
  tickets,
  ticket_history,
  comments,
  comment_edits,
  attachments,
  ticket_relations,
  external_references,
};
