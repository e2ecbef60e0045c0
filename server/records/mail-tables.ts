import { MAIL_IN_REASONS, MAIL_IN_STATES, MAIL_IN_STEPS, MAIL_IN_WAYS } from '#contract/mail-in-words.ts';
import { column, optional } from './columns.ts';
import { declareTable, OWN, PASSING } from './table-entry.ts';

const reply_addresses = declareTable({
  meaning: 'A token by which the answers of a person find a ticket.',
  key: ['token'],
  ...OWN,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    token: column.text('Stands in addresses, ids and the last line of mails to the person about the ticket.'),
    ticket_id: column.ticket(),
    user_id: column.person('Whose answers it brings.'),
    created_at: column.time('When it was first mailed.'),
    revoked_at: optional(column.time('Since when it is no longer good.')),
  },
});

const sent_letters = declareTable({
  meaning: 'What was mailed to somebody about a ticket: programs quote it in answers.',
  key: ['token', 'n'],
  ...PASSING,
  erased: { rewrite: 'Every letter is deleted: others may name the person, or quote them.' },
  checked: ['nothing'],
  columns: {
    token: column.text('The token of the person on the ticket.'),
    n: column.integer('Its place, as in its Message-ID.'),
    sent_at: column.time('When it was mailed.'),
    letter: column.text('Its plain text and its HTML, as compressed JSON.'),
  },
});

const inbound_mails = declareTable({
  meaning: 'A mail that came in for one recipient, and what became of it.',
  key: ['id'],
  unique: ['raw_file'],
  ...OWN,
  erased: { remove: 'person_id' },
  checked: ['links', 'files'],
  columns: {
    id: column.id('Identifies the mail.'),
    received_at: column.time('When it was taken.'),
    via: column.oneOfWords(MAIL_IN_WAYS, 'How it came in.'),
    envelope_from: optional(column.text('The sender of the envelope; empty for the null path.')),
    sender: optional(column.text('The address in From; null when there is not exactly one.')),
    recipient: column.text('Which of our addresses it was sent to.'),
    subject: column.text('Its subject.'),
    message_id: optional(column.text('Its Message-ID.')),
    digest: column.text('SHA-256 of its bytes.'),
    size: column.integer('How many bytes it has.'),
    raw_file: optional(column.file('The whole mail; null when it was never kept or is kept no longer.')),
    state: column.oneOfWords(MAIL_IN_STATES, 'What became of it.'),
    reason: optional(column.oneOfWords(MAIL_IN_REASONS, 'Why it is held or was refused.')),
    verdict: column.json('What was seen of it.'),
    attempts: column.integer('How often it was worked on.'),
    next_attempt_at: optional(column.time('When it is worked on next.')),
    lease: optional(column.id('The lease of who works on it.')),
    person_id: optional(column.person('Who sent it, as far as Kwit knows.')),
    ticket_id: optional(column.ticket('The ticket that it is about.')),
    project_id: optional(column.idOf('projects', 'The project that its address names.')),
    comment_id: optional(column.idOf('comments', 'The comment that it became.')),
    done_at: optional(column.time('When that was decided.')),
  },
});

const mail_in_checks = declareTable({
  meaning: 'A step that proves that mail in works.',
  key: ['id'],
  unique: ['nonce'],
  ...PASSING,
  erased: { remove: 'begun_by' },
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the run.'),
    step: column.oneOfWords(MAIL_IN_STEPS, 'Which step it is.'),
    state: column.oneOfWords(['running', 'green', 'red'], 'How it stands.'),
    nonce: column.text('By which a mail of the step is known.'),
    draft: column.json('The settings that it proves.'),
    detail: column.json('What happened, and when.'),
    begun_by: optional(column.person('Who began it; null for Kwit itself.')),
    begun_at: column.time('When.'),
    ended_at: optional(column.time('When it ended.')),
  },
});

export const MAIL_TABLES = { reply_addresses, sent_letters, inbound_mails, mail_in_checks };
