import { PICTURE_TYPES } from '#contract/picture-words.ts';
import {
  CATEGORIES,
  COMMENT_TYPES,
  MAIL_SUBJECTS,
  PRIORITIES,
  PROJECT_REPORTS,
  REFERENCE_TYPES,
  RELATION_TYPES,
  STATUSES,
  TEAM_LEVELS,
} from '#contract/words.ts';
import { byDatabase, column, optional, workedOut } from './columns.ts';
import { declareTable, KEPT } from './table-entry.ts';

/** The origin of what came along with a ticket that was joined. */
const cameFrom = byDatabase(optional(column.ticket('The ticket that it came along from; null for what was here.')));

/** The act in which it was made. */
const madeIn = byDatabase(optional(column.idOf('acts', 'The act that made it; null for what is older.')));

const projects = declareTable({
  meaning: 'A project that tickets belong to.',
  key: ['id'],
  ...KEPT,
  erased: 'by id',
  checked: ['files'],
  columns: {
    id: column.id('Identifies the project.'),
    name: column.text('Its name.'),
    description: optional(column.text('What it is about.')),
    color: column.text('Its colour, as #rrggbb.'),
    icon_filename: optional(column.file('Its icon.')),
    icon_type: optional(column.oneOfWords(PICTURE_TYPES, 'The type of the icon.')),
    created_at: column.time('When it was made.'),
    sealed: byDatabase(column.flag('Whether only its teams read its tickets.')),
    reports: byDatabase(column.oneOfWords(PROJECT_REPORTS, 'Who may report into it while it is sealed.')),
    mail_subject: byDatabase(
      column.oneOfWords(MAIL_SUBJECTS, 'What stands in the subject of mails about its tickets.'),
    ),
    taken_over_by: byDatabase(optional(column.person('Who made themselves a lead of it last.'))),
    taken_over_reason: byDatabase(optional(column.text('Why they did.'))),
    taken_over_at: byDatabase(optional(column.time('When they did.'))),
  },
});

const tickets = declareTable({
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
    awaiting_reply_since: byDatabase(optional(column.time('Since when its reporter waits for an answer.'))),
    version: column.integer('Counts its changes.'),
    public_version: column.integer('Counts the changes that its reporter may know of.'),
    public_updated_at: column.time('The last change that its reporter may know of.'),
    was_closed: byDatabase(column.flag('Whether it has ever left `closed`.')),
    event_seq: column.integer('How many events were recorded of it.'),
    summary_comment_id: byDatabase(
      optional(column.idOf('comments', 'The comment that is its answer, when its reporter may read it.')),
    ),
    restricted: byDatabase(column.flag('Whether only people who are named on it read it.')),
    team_id: byDatabase(optional(column.idOf('teams', 'The team that it was given to.'))),
    merged_into_id: byDatabase(optional(column.ticket('The ticket in which it continues, at the end of a chain.'))),
    lead_id: byDatabase(optional(column.ticket('The ticket beside which it stands.'))),
    due_at: byDatabase(workedOut(optional(column.time('Until when somebody who waits is to have an answer.')))),
    reporter_works: byDatabase(column.flag('Whether its reporter worked on it when it was reported.')),
  },
});

const ticket_merges = declareTable({
  meaning: 'A ticket that was joined to another one, and what it was before.',
  key: ['ticket_id'],
  ...KEPT,
  erased: 'by id',
  checked: ['links'],
  columns: {
    ticket_id: column.ticket('The ticket that was joined.'),
    into_id: column.ticket('The ticket to which it was joined itself.'),
    status: column.oneOfWords(STATUSES, 'The status that it had.'),
    status_since: column.time('Since when it had it.'),
    closed_at: optional(column.time('When it had been closed.')),
    summary_id: optional(column.idOf('comments', 'The closure summary that it had.')),
    notice_id: column.idOf('comments', 'The comment that says where it continues.'),
    merged_by: column.person('Who joined them.'),
    merged_at: column.time('When.'),
  },
});

const ticket_history = declareTable({
  meaning: 'A change of one field of a ticket.',
  key: ['id'],
  ...KEPT,
  erased: { rewrite: "The row stays; the names of the person's tokens go." },
  checked: ['links'],
  columns: {
    id: column.id('Identifies the change.'),
    ticket_id: column.ticket(),
    field: column.text('The field, or what happened.'),
    old_value: optional(column.text('What it was. An id for `assignee_id` and `project_id`.')),
    new_value: optional(column.text('What it became.')),
    user_id: optional(column.person('Who changed it; null when the service did.')),
    created_at: column.time('When.'),
    is_internal: column.flag('Whether only developers read it.'),
    via: optional(column.text('The name of the token by which a program did it.')),
    act_id: madeIn,
  },
});

const comments = declareTable({
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
    via_mail: byDatabase(column.flag('Whether it came by mail.')),
    elided: byDatabase(optional(column.text('What of that mail was cut.'))),
    merged_from_id: cameFrom,
    act_id: madeIn,
  },
});

const comment_edits = declareTable({
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
});

const attachments = declareTable({
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
    merged_from_id: cameFrom,
    act_id: madeIn,
  },
});

const ticket_relations = declareTable({
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
    from_merged_id: byDatabase(optional(column.ticket('The ticket from which it led before that was joined.'))),
    to_merged_id: byDatabase(optional(column.ticket('The ticket to which it led before that was joined.'))),
    act_id: madeIn,
  },
});

const external_references = declareTable({
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
    merged_from_id: cameFrom,
    act_id: madeIn,
  },
});

const project_teams = declareTable({
  meaning: 'A team that works in a project, or reads it.',
  key: ['project_id', 'team_id'],
  ...KEPT,
  erased: 'no person',
  checked: ['links'],
  columns: {
    project_id: column.idOf('projects', 'The project.'),
    team_id: column.idOf('teams', 'The team.'),
    level: column.oneOfWords(TEAM_LEVELS, 'Whether it works there or reads.'),
  },
});

const ticket_people = declareTable({
  meaning: 'A person who was added to a ticket.',
  key: ['ticket_id', 'user_id'],
  ...KEPT,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    ticket_id: column.ticket(),
    user_id: column.person('Who was added.'),
    added_by: optional(column.person('Who added them.')),
    added_at: column.time('When.'),
    merged_from_id: cameFrom,
    appointed: byDatabase(column.flag('Whether a worker added them, or confirmed them.')),
  },
});

export const TICKET_TABLES = {
  project_teams,
  ticket_people,
  projects,
  tickets,
  ticket_merges,
  ticket_history,
  comments,
  comment_edits,
  attachments,
  ticket_relations,
  external_references,
};
