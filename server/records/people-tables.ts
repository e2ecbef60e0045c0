import { PICTURE_TYPES } from '#contract/picture-words.ts';
import { LANGUAGES, MEMBER_VIA, ROLES, SIGN_IN_METHODS, TOKEN_SCOPES, VIEW_PAGES } from '#contract/words.ts';
import { byDatabase, column, optional, secret, workedOut } from './columns.ts';
import { declareTable, KEPT, OWN, PASSING } from './table-entry.ts';

const users = declareTable({
  meaning: 'A person who has signed in or was invited.',
  key: ['id'],
  unique: ['email'],
  ...KEPT,
  erased: { rewrite: 'The row stays, as a person of its own without name, address or picture.' },
  checked: ['files'],
  columns: {
    id: column.id('Identifies the person.'),
    email: column.text('The e-mail address, in lower case. No two people have the same.'),
    name: column.text('The name as others see it.'),
    folded_name: workedOut(column.text('The name without case and diacritics, to look for.')),
    role: column.oneOfWords(ROLES, 'What the person may do.'),
    language: column.oneOfWords(LANGUAGES, 'The language of the app and of mails.'),
    email_notify_ticket_status: column.flag('Whether they are mailed when a ticket of theirs moves.'),
    email_notify_developer_comment: column.flag('Whether they are mailed about comments.'),
    avatar_filename: optional(column.file('The picture of the person.')),
    avatar_type: optional(column.oneOfWords(PICTURE_TYPES, 'The type of the picture.')),
    avatar_updated_at: optional(column.time('When the picture was set.')),
    created_at: column.time('When the person first came.'),
    last_login: optional(column.time('The last sign-in; null until the first.')),
    is_active: column.flag('Whether they may sign in.'),
    due_digest: byDatabase(column.flag('Whether they are mailed daily what is due.')),
    mail_paused_at: byDatabase(optional(column.time('Since when mails do not reach them and are not sent.'))),
    mail_addresses: byDatabase(column.json('Other addresses from which they answer by mail.')),
  },
});

const sessions = declareTable({
  meaning: 'A sign-in that lasts until it ends or is revoked.',
  key: ['id'],
  ...OWN,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    id: column.id('Identifies the session.'),
    user_id: column.person('Who is signed in.'),
    user_agent: optional(column.text('What the browser called itself.')),
    created_at: column.time('When the person signed in.'),
    expires_at: column.time('When it ends.'),
    revoked_at: optional(column.time('When it was ended early.')),
    last_used_at: optional(column.time('The last use, to the hour.')),
    method: byDatabase(column.oneOfWords(SIGN_IN_METHODS, 'How the person signed in.')),
    identity_id: optional(column.id('The company account with which they did.')),
    provider_session: optional(secret(column.text('What its provider calls the session there.'))),
    only_registers: byDatabase(column.flag('Whether it is good for making a passkey alone.')),
  },
});

const api_tokens = declareTable({
  meaning: 'A token for a program, as a hash.',
  key: ['id'],
  ...OWN,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    id: column.id('Identifies the token.'),
    user_id: column.person('Whose token it is.'),
    name: column.text('What its owner calls it.'),
    hash: secret(column.text('SHA-256 of the token.')),
    last4: column.text('Its last four characters.'),
    scope: column.oneOfWords(TOKEN_SCOPES, 'What it may do.'),
    created_at: column.time('When it was made.'),
    expires_at: optional(column.time('When it ends; null for never.')),
    revoked_at: optional(column.time('When it was revoked.')),
    rotated_at: optional(column.time('When another took its place.')),
    last_used_at: optional(column.time('The last use.')),
    warned_at: optional(column.time('When its owner was told of its end.')),
    used_after_end_at: optional(column.time('When its owner was told of a use after its end.')),
  },
});

const stream_tickets = declareTable({
  meaning: 'A used token of the live stream, kept so that it is not used twice.',
  key: ['id'],
  ...PASSING,
  erased: 'no person',
  checked: ['nothing'],
  columns: { id: column.id('Identifies the token.'), expires_at: column.time('When it ends.') },
});

const sign_in_codes = declareTable({
  meaning: 'A one-time code, as a keyed hash.',
  key: ['email', 'asked_by'],
  ...PASSING,
  erased: { rewrite: 'Codes for the address are deleted.' },
  checked: ['nothing'],
  columns: {
    email: column.text('For whom it is.'),
    asked_by: column.oneOfWords(['known', 'unknown'], 'What kind of client asked for it.'),
    code_hash: secret(column.text('HMAC of the code.')),
    language: column.oneOfWords(LANGUAGES, 'In which it was mailed.'),
    guesses_by_known: column.integer('Unused: counted by the version before.'),
    guesses_by_unknown: column.integer('Unused: counted by the version before.'),
    made_by: optional(secret(column.text('A keyed hash of the client that asked for it.'))),
    expires_at: column.time('When it ends.'),
    created_at: column.time('When it was made.'),
  },
});

const code_guesses = declareTable({
  meaning: 'How often a client has guessed at a code.',
  key: ['code_hash', 'client'],
  ...PASSING,
  erased: 'no person',
  checked: ['nothing'],
  columns: {
    code_hash: secret(column.text('HMAC of the code.')),
    client: secret(column.text('A keyed hash of the client.')),
    guesses: column.integer('How many guesses.'),
    expires_at: column.time('When the code ends.'),
  },
});

const former_addresses = declareTable({
  meaning: 'An address that somebody had before. It leads nowhere, and is for nobody else.',
  key: ['email'],
  ...KEPT,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    email: column.text('The e-mail address, in lower case.'),
    user_id: column.person('Who had it.'),
    changed_at: column.time('When another took its place.'),
  },
});

const attempts = declareTable({
  meaning: 'An attempt that counts against a limit.',
  key: ['id'],
  ...PASSING,
  erased: 'no person',
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the attempt.'),
    bucket: column.text('A keyed hash of an address or a client.'),
    at: column.time('When it was.'),
  },
});

const known_clients = declareTable({
  meaning: 'A client from which somebody has signed in.',
  key: ['user_id', 'client'],
  ...OWN,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    user_id: column.person('Who signed in.'),
    client: secret(column.text('A keyed hash of the client.')),
    last_sign_in_at: column.time('The last time.'),
  },
});

const saved_views = declareTable({
  meaning: 'A page with filters that somebody keeps for themself.',
  key: ['id'],
  ...KEPT,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    id: column.id('Identifies the view.'),
    user_id: column.person('The owner. Nobody else sees it.'),
    name: column.text('What the owner calls it.'),
    page: column.oneOfWords(VIEW_PAGES, 'The page.'),
    query: column.text('The filters, as in the address of the page.'),
    created_at: column.time('When it was made.'),
  },
});

const idempotency_keys = declareTable({
  meaning: 'The first answer to a request that may be sent again.',
  key: ['user_id', 'operation', 'key'],
  ...OWN,
  erased: { rewrite: 'Answers to the person, and answers to others that name them, are deleted.' },
  checked: ['links'],
  columns: {
    user_id: column.person('Who sent it.'),
    operation: column.text('What it asked for.'),
    key: column.text("The sender's key."),
    fingerprint: column.text('A digest of the request.'),
    answer: column.text('The answer.'),
    created_at: column.time('When it was answered.'),
    act_id: optional(column.idOf('acts', 'What the request changed; null for nothing.')),
  },
});

const teams = declareTable({
  meaning: 'People with a name.',
  key: ['id'],
  unique: ['folded_name'],
  ...KEPT,
  erased: 'no person',
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the team.'),
    name: column.text('Its name.'),
    folded_name: workedOut(column.text('The name without case. No two teams have the same.')),
    created_at: column.time('When it was made.'),
  },
});

const team_members = declareTable({
  meaning: 'A person in a team.',
  key: ['team_id', 'user_id'],
  ...KEPT,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    team_id: column.idOf('teams', 'The team.'),
    user_id: column.person('The person.'),
    is_lead: column.flag('Whether they may change the team.'),
    via: column.oneOfWords(MEMBER_VIA, 'Whether somebody put them there, or the directory at a sign-in.'),
  },
});

export const PEOPLE_TABLES = {
  teams,
  team_members,
  users,
  sessions,
  api_tokens,
  stream_tickets,
  sign_in_codes,
  code_guesses,
  former_addresses,
  attempts,
  known_clients,
  saved_views,
  idempotency_keys,
};
