import type { ColumnTypes, Dialect } from '../dialect.ts';

const tickets = (t: ColumnTypes, { name }: Dialect) => [
  `create table projects (
    id ${t.id} primary key, name ${t.text} not null, description ${t.text}, color ${t.text} not null,
    icon_filename ${t.text}, created_at ${t.time} not null, icon_type ${t.text}) ${t.tableEnd}`,
  'create index icons_in_use on projects (icon_filename) where icon_filename is not null',
  `create table tickets (
    id ${t.id} primary key, number ${t.integer} not null unique, title ${t.text} not null,
    description ${t.text} not null, steps_to_reproduce ${t.text}, expected_result ${t.text},
    actual_result ${t.text}, environment ${t.text}, category ${t.text} not null,
    urgency_reporter ${t.text} not null, priority ${t.text} not null, priority_rank ${t.integer} not null,
    status ${t.text} not null, project_id ${t.id} references projects (id) on delete set null,
    reporter_id ${t.id} not null references users (id), assignee_id ${t.id} references users (id),
    planned_date ${t.day}, estimated_hours ${t.real}, order_index ${t.integer} not null, internal_note ${t.text},
    created_at ${t.time} not null, updated_at ${t.time} not null, closed_at ${t.time},
    version ${t.integer} not null, event_seq ${t.integer} not null, summary_comment_id ${t.id},
    status_since ${t.time}, public_version ${t.integer} not null default 1,
    public_updated_at ${t.time}${name === 'postgres' ? ' default now()' : ''}, was_closed ${t.flag} not null default false,
    awaiting_reply_since ${t.time}) ${t.tableEnd}`,
];

const ticketIndexes = () => [
  'create index tickets_by_update on tickets (updated_at, id)',
  'create index tickets_by_creation on tickets (created_at, id)',
  'create index tickets_by_priority on tickets (priority_rank, id)',
  'create index tickets_by_status on tickets (status, order_index, number desc)',
  'create index tickets_by_reporter on tickets (reporter_id, updated_at, id)',
  'create index tickets_by_reporter_status on tickets (reporter_id, status)',
  'create index tickets_by_assignee on tickets (assignee_id, updated_at, id)',
  'create index tickets_by_project on tickets (project_id, status)',
  'create index tickets_by_closing on tickets (closed_at)',
  'create index tickets_with_summary on tickets (updated_at, id) where summary_comment_id is not null',
  'create index tickets_by_reporter_creation on tickets (reporter_id, created_at, id)',
  'create index tickets_of_project on tickets (project_id, updated_at, id) where project_id is not null',
  'create index tickets_of_project_by_creation on tickets (project_id, created_at, id) where project_id is not null',
  'create index tickets_by_assignee_creation on tickets (assignee_id, created_at, id)',
  'create index tickets_by_reporter_update on tickets (reporter_id, public_updated_at, id)',
  'create index tickets_by_wait on tickets (awaiting_reply_since, id) where awaiting_reply_since is not null',
];

const conversations = (t: ColumnTypes) => [
  `create table ticket_history (
    id ${t.id} primary key, ticket_id ${t.id} not null references tickets (id), field ${t.text} not null,
    old_value ${t.text}, new_value ${t.text}, user_id ${t.id} references users (id),
    created_at ${t.time} not null, is_internal ${t.flag} not null default false, via ${t.text}) ${t.tableEnd}`,
  'create index history_by_ticket on ticket_history (ticket_id, id)',
  "create index history_reopened on ticket_history (ticket_id, created_at) where field = 'status' and old_value = 'closed'",
  `create table comments (
    id ${t.id} primary key, ticket_id ${t.id} not null references tickets (id),
    user_id ${t.id} not null references users (id), content ${t.text} not null, type ${t.text} not null,
    is_internal ${t.flag} not null, is_closure_summary ${t.flag} not null, is_developer ${t.flag} not null,
    parent_id ${t.id} references comments (id), created_at ${t.time} not null, edited_at ${t.time}) ${t.tableEnd}`,
  'create index comments_by_parent on comments (parent_id) where parent_id is not null',
  'create index comments_by_ticket on comments (ticket_id, id, is_internal)',
  `create table comment_edits (
    id ${t.id} primary key, comment_id ${t.id} not null references comments (id), content ${t.text} not null,
    edited_by ${t.id} not null references users (id), edited_at ${t.time} not null) ${t.tableEnd}`,
  'create index comment_edits_by_comment on comment_edits (comment_id, id)',
  `create table changed_comments (
    comment_id ${t.id} primary key references comments (id) on delete cascade, revision ${t.integer} not null,
    changed_by ${t.id} not null references users (id), changed_at ${t.time} not null) ${t.tableEnd}`,
  'create index changed_comments_by_change on changed_comments (changed_at)',
  `create table attachments (
    id ${t.id} primary key, ticket_id ${t.id} not null references tickets (id),
    filename ${t.text} not null unique, original_name ${t.text} not null, mime_type ${t.text} not null,
    size ${t.integer} not null, sha256 ${t.text} not null, uploaded_by ${t.id} not null references users (id),
    created_at ${t.time} not null, comment_id ${t.id} references comments (id),
    is_internal ${t.flag} not null default false, width ${t.integer}, height ${t.integer}) ${t.tableEnd}`,
  'create index attachments_by_comment on attachments (comment_id) where comment_id is not null',
  'create index attachments_by_person on attachments (uploaded_by, size)',
  'create index attachments_by_ticket on attachments (ticket_id, id, is_internal)',
];

const work = (t: ColumnTypes) => [
  `create table dev_tasks (
    id ${t.id} primary key, user_id ${t.id} not null references users (id), title ${t.text} not null,
    description ${t.text}, priority ${t.text} not null, estimated_hours ${t.real}, planned_date ${t.day},
    status ${t.text} not null, order_index ${t.integer} not null,
    ticket_id ${t.id} unique references tickets (id), created_by ${t.id} references users (id),
    created_at ${t.time} not null, updated_at ${t.time} not null) ${t.tableEnd}`,
  'create index dev_tasks_by_user on dev_tasks (user_id, status, updated_at)',
  `create table ticket_relations (
    from_id ${t.id} not null references tickets (id), to_id ${t.id} not null references tickets (id),
    relation_type ${t.text} not null, created_by ${t.id} references users (id), created_at ${t.time} not null,
    primary key (from_id, to_id)) ${t.tableEnd}`,
  'create index relations_by_target on ticket_relations (to_id)',
  "create index relations_solved_by on ticket_relations (to_id, created_at) where relation_type = 'solved_by'",
  `create table external_references (
    id ${t.id} primary key, ticket_id ${t.id} not null references tickets (id), ref_type ${t.text} not null,
    url ${t.text} not null, title ${t.text}, created_by ${t.id} references users (id),
    created_at ${t.time} not null) ${t.tableEnd}`,
  'create index references_by_ticket on external_references (ticket_id, id)',
  `create table ticket_templates (
    id ${t.id} primary key, name ${t.text} not null,
    project_id ${t.id} references projects (id) on delete set null, category ${t.text} not null,
    urgency_reporter ${t.text} not null, title_template ${t.text} not null,
    description_template ${t.text} not null, checklist_items ${t.json} not null, is_active ${t.flag} not null,
    created_at ${t.time} not null, updated_at ${t.time} not null) ${t.tableEnd}`,
  'create index templates_by_project on ticket_templates (project_id)',
  `create table ticket_followers (
    ticket_id ${t.id} not null references tickets (id), user_id ${t.id} not null references users (id),
    primary key (ticket_id, user_id)) ${t.tableEnd}`,
  'create index ticket_followers_by_person on ticket_followers (user_id, ticket_id)',
];

const notices = (t: ColumnTypes) => [
  `create table notices (
    id ${t.id} primary key, user_id ${t.id} not null references users (id), reason ${t.text} not null,
    ticket_id ${t.id} not null references tickets (id), comment_id ${t.id} references comments (id),
    event_id ${t.id} not null, actor_id ${t.id} references users (id), created_at ${t.time} not null,
    read_at ${t.time}, mail_held_until ${t.time}) ${t.tableEnd}`,
  'create index notices_by_person on notices (user_id, id)',
  'create index notices_unread on notices (user_id, id) where read_at is null',
  'create index notices_by_ticket on notices (ticket_id, user_id)',
  'create index notices_by_comment on notices (comment_id) where comment_id is not null',
  'create index notices_by_age on notices (created_at)',
  `create table inboxes (
    user_id ${t.id} primary key references users (id), revision ${t.integer} not null,
    changed_at ${t.time} not null) ${t.tableEnd}`,
  'create index inboxes_by_change on inboxes (changed_at)',
];

const answers = (t: ColumnTypes, { name }: Dialect) => [
  `create table answers (
    comment_id ${t.id} primary key references comments (id) on delete cascade,
    ticket_id ${t.id} not null unique references tickets (id) on delete cascade,
    number ${t.integer} not null unique, reporter_id ${t.id} not null references users (id), question ${t.text},
    is_shared ${t.flag} not null, is_confirmed ${t.flag} not null, is_closed ${t.flag} not null,
    was_reopened ${t.flag} not null, held ${t.flag} not null, helped ${t.integer} not null,
    not_helped ${t.integer} not null, answered_at ${t.time} not null, last_used_at ${t.time}) ${t.tableEnd}`,
  'create index answers_by_help on answers (is_closed, held, helped, answered_at, comment_id)',
  'create index answers_by_reporter on answers (reporter_id)',
  'create index answers_not_shared on answers (reporter_id) where not is_shared',
  `create table answer_votes (
    comment_id ${t.id} not null references answers (comment_id) on delete cascade,
    user_id ${t.id} not null references users (id), helped ${t.flag} not null,
    ticket_id ${t.id} references tickets (id) on delete set null, voted_at ${t.time} not null,
    primary key (comment_id, user_id)) ${t.tableEnd}`,
  `create table questions_asked (
    id ${t.id} primary key, question ${t.text} not null, was_found ${t.flag} not null,
    asked_at ${t.time} not null) ${t.tableEnd}`,
  'create index questions_by_time on questions_asked (asked_at)',
  `create table offered_answers (
    question_id ${t.id} not null references questions_asked (id) on delete cascade,
    comment_id ${t.id} not null references answers (comment_id) on delete cascade,
    primary key (question_id, comment_id)) ${t.tableEnd}`,
  'create index offered_answers_by_answer on offered_answers (comment_id)',
  `create table report_words (
    word ${name === 'postgres' ? 'text collate "C"' : 'text'} not null, reporter_id ${t.text} not null, primary key (word, reporter_id)) ${t.tableEnd}`,
  `create table rare_words (
    word ${name === 'postgres' ? 'text collate "C"' : 'text'} not null, number ${t.integer} not null, primary key (word, number)) ${t.tableEnd}`,
  'create index rare_words_by_number on rare_words (number)',
];

/** Tickets, what hangs on them, and their answers. */
export const ticketTables = (t: ColumnTypes, dialect: Dialect): string[] => [
  ...tickets(t, dialect),
  ...ticketIndexes(),
  ...conversations(t),
  ...work(t),
  ...notices(t),
  ...answers(t, dialect),
];
