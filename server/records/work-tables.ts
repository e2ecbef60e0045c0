import { TELLING_KINDS } from '#contract/asker-words.ts';
import {
  CATEGORIES,
  EVENT_NAMES,
  NOTICE_REASONS,
  PRIORITIES,
  TASK_STATUSES,
  TELLING_REASONS,
} from '#contract/words.ts';
import { byDatabase, column, optional, passing, workedOut } from './columns.ts';
import { DERIVED, declareTable, KEPT } from './table-entry.ts';

const dev_tasks = declareTable({
  meaning: "An entry of a developer's to-do list.",
  key: ['id'],
  unique: ['ticket_id'],
  ...KEPT,
  erased: 'by id',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the task.'),
    user_id: column.person('Whose list it is on.'),
    title: column.text('What is to be done.'),
    description: optional(column.text('More of it.')),
    priority: column.oneOfWords(PRIORITIES, 'How urgent it is.'),
    estimated_hours: optional(column.real('How long it may take.')),
    planned_date: optional(column.day('For when it is planned.')),
    status: column.oneOfWords(TASK_STATUSES, 'How far it is.'),
    order_index: column.integer('Its place on the list.'),
    ticket_id: optional(column.ticket('The ticket that it follows. A ticket has one task at most.')),
    created_by: optional(column.person('Who added it.')),
    created_at: column.time('When it was added.'),
    updated_at: column.time('When it last changed.'),
  },
});

const ticket_templates = declareTable({
  meaning: 'A start for new tickets.',
  key: ['id'],
  ...KEPT,
  erased: 'no person',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the template.'),
    name: column.text('What it is called.'),
    project_id: optional(column.idOf('projects', 'For tickets of this project; null for any.')),
    category: column.oneOfWords(CATEGORIES, 'The category that it sets.'),
    urgency_reporter: column.oneOfWords(PRIORITIES, 'The urgency that it sets.'),
    title_template: column.text('The title that it begins with.'),
    description_template: column.text('The description that it begins with.'),
    checklist_items: column.json('What the reporter should think of: an array of texts.'),
    fields: byDatabase(column.json('What it sets in fields, by their keys.')),
    is_active: column.flag('Whether it is offered.'),
    created_at: column.time('When it was made.'),
    updated_at: column.time('When it last changed.'),
  },
});

const notices = declareTable({
  meaning: 'What happened that concerns a person.',
  key: ['id'],
  ...KEPT,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    id: column.id('Identifies the notice.'),
    user_id: column.person('Whom it is for.'),
    reason: column.oneOfWords(NOTICE_REASONS, 'Why it concerns them.'),
    ticket_id: optional(column.ticket('The ticket; null for what concerns a project.')),
    comment_id: optional(column.idOf('comments', 'The comment that it is about.')),
    event_id: column.id('The event that it is about. The notice may outlive it.'),
    actor_id: optional(column.person('Who did it.')),
    created_at: column.time('When.'),
    read_at: optional(column.time('When it was read.')),
    mail_held_until: passing(optional(column.time('Until when its mail waits for it to be read.'))),
    project_id: byDatabase(optional(column.idOf('projects', 'The project that it is about.'))),
    event_name: optional(column.oneOfWords(EVENT_NAMES, 'What the event was; missing for what older versions left.')),
    why: optional(column.oneOfWords(TELLING_REASONS, 'What the person is to the ticket.')),
    aside_id: optional(column.ticket('The ticket of the event, where the notice leads to none.')),
  },
});

const inboxes = declareTable({
  meaning: "Counts the changes of a person's notices.",
  key: ['user_id'],
  ...DERIVED,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    user_id: column.person('Whose notices.'),
    revision: column.integer('Grows with each change.'),
    changed_at: column.time('The last change.'),
  },
});

const ticket_followers = declareTable({
  meaning: 'A developer who follows a ticket.',
  key: ['ticket_id', 'user_id'],
  ...KEPT,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: { ticket_id: column.ticket(), user_id: column.person('Who follows it.') },
});

const answers = declareTable({
  meaning: 'The answer of a ticket: a comment that says how it was solved.',
  key: ['comment_id'],
  unique: ['ticket_id'],
  ...KEPT,
  erased: 'by id',
  checked: ['links', 'counts'],
  columns: {
    comment_id: column.idOf('comments', 'The comment.'),
    ticket_id: column.ticket(),
    number: workedOut(column.integer("The ticket's number.")),
    reporter_id: workedOut(column.person("The ticket's reporter.")),
    question: optional(column.text('What it was about, in words that colleagues may read.')),
    found_by: byDatabase(column.json('Other words by which it is found: an array of texts.')),
    is_shared: column.flag('Whether other reporters may be shown it.'),
    is_confirmed: column.flag('Whether somebody decided that it is shared, or not.'),
    is_closed: column.flag('Whether the ticket is closed now.'),
    was_reopened: column.flag('Whether the ticket has left `closed` after it.'),
    held: column.flag('Whether it counts as one that solved it.'),
    helped: workedOut(column.integer('How many people it helped.')),
    not_helped: workedOut(column.integer('How many people it did not help.')),
    answered_at: column.time('When it was given.'),
    version: byDatabase(column.integer('Counts the changes of question and content, from 1.')),
    last_used_at: byDatabase(optional(column.time('When it last helped somebody.'))),
  },
});

const answer_votes = declareTable({
  meaning: 'Whether an answer helped a person.',
  key: ['comment_id', 'user_id'],
  ...KEPT,
  erased: 'by id',
  checked: ['links', 'counts'],
  columns: {
    comment_id: column.idOf('answers', 'The answer.'),
    user_id: column.person('Whom it helped or not.'),
    helped: column.flag('Whether it did.'),
    ticket_id: optional(column.ticket('Their ticket that it is about.')),
    voted_at: column.time('When they said so.'),
  },
});

const words_asked = declareTable({
  meaning: 'The words that a person asked with before an answer helped them.',
  key: ['comment_id', 'user_id'],
  ...KEPT,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    comment_id: column.idOf('answers', 'The answer.'),
    user_id: column.person('Who asked.'),
    words: column.json('The words, without their order: an array of texts.'),
    asked_at: column.time('When they said that it helped.'),
  },
});

const settled_suggestions = declareTable({
  meaning: 'Words for an answer that were suggested, and taken or dropped.',
  key: ['id'],
  ...KEPT,
  erased: 'no person',
  checked: ['nothing'],
  columns: {
    id: column.id('A digest of the answer and the word.'),
    settled_at: column.time('When.'),
  },
});

const questions_asked = declareTable({
  meaning: 'What somebody asked before they reported, without who it was.',
  key: ['id'],
  ...KEPT,
  erased: 'no person',
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the question.'),
    question: column.text('What was asked.'),
    was_found: column.flag('Whether an answer was offered.'),
    asked_at: column.time('When.'),
  },
});

const offered_answers = declareTable({
  meaning: 'An answer that was offered to a question.',
  key: ['question_id', 'comment_id'],
  ...KEPT,
  erased: 'no person',
  checked: ['links'],
  columns: {
    question_id: column.idOf('questions_asked', 'The question.'),
    comment_id: column.idOf('answers', 'The answer.'),
  },
});

const answer_tellings = declareTable({
  meaning: 'Somebody who asked was told of an answer.',
  key: ['answer_id', 'what', 'version', 'note_digest', 'user_id'],
  ...KEPT,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    answer_id: column.id('The answer. The row may outlive it.'),
    what: column.oneOfWords(TELLING_KINDS, 'What they were told.'),
    version: column.integer('Of which version; 0 for another time.'),
    note_digest: column.text('Of the note.'),
    user_id: column.person('Who was told.'),
    told_at: column.time('When.'),
    told_by: column.person('Who told them.'),
  },
});

const live_tellings = declareTable({
  meaning: 'Somebody who asked was told that the fix of a ticket is live.',
  key: ['ticket_id', 'environment', 'user_id'],
  ...KEPT,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    ticket_id: column.ticket(),
    environment: column.text('Where it is live.'),
    user_id: column.person('Who was told.'),
    told_at: column.time('When.'),
  },
});

export const WORK_TABLES = {
  answer_tellings,
  live_tellings,
  dev_tasks,
  ticket_templates,
  notices,
  inboxes,
  ticket_followers,
  answers,
  answer_votes,
  words_asked,
  settled_suggestions,
  questions_asked,
  offered_answers,
};
