import { CHANGE_KINDS, CHANGE_STATES, RECEIVED_STATES } from '#contract/git-words.ts';
import { FORGES } from '#contract/words.ts';
import { column, optional, secret } from './columns.ts';
import { declareTable, KEPT, OWN } from './table-entry.ts';

const shipments = declareTable({
  meaning: 'A version with changes for a ticket that went to an environment.',
  key: ['id'],
  ...KEPT,
  erased: 'by id',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the shipment.'),
    ticket_id: column.ticket(),
    repository: column.text('The repository, as the pipeline names it.'),
    environment: column.text('Where the version went.'),
    version: column.text('The version.'),
    shipped_at: column.time('When it was there first.'),
    recorded_by: column.person('By whose token or session the pipeline said so.'),
  },
});

const git_connections = declareTable({
  meaning: 'An address to which a forge posts what becomes of the code.',
  key: ['id'],
  ...OWN,
  erased: 'by id',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the connection.'),
    name: column.text('What it is called.'),
    forge: column.oneOfWords(FORGES, 'Which kind of forge it is.'),
    secret: secret(column.text('With it the forge signs.')),
    is_active: column.flag('Whether anything is taken from it.'),
    created_by: column.person('Who made it: it links the tickets on which they work.'),
    created_at: column.time('When it was made.'),
    last_received_at: optional(column.time('When something last came.')),
  },
});

const received_webhooks = declareTable({
  meaning: 'What a forge posted. It is kept for 7 days.',
  key: ['id'],
  ...OWN,
  erased: 'no person',
  checked: ['links'],
  columns: {
    id: column.id('Identifies it.'),
    connection_id: column.idOf('git_connections', 'To which connection.'),
    at: column.time('When it came.'),
    event: optional(column.text('What the forge calls it.')),
    delivery_id: optional(column.text('By which id the forge knows it.')),
    state: column.oneOfWords(RECEIVED_STATES, 'What became of it.'),
    numbers: column.json('The numbers that it names, each with what became of it.'),
    body: column.text('The bytes, in base64.'),
  },
});

const code_changes = declareTable({
  meaning: 'A commit, a branch, or a pull or merge request, as its forge tells it.',
  key: ['id'],
  ...KEPT,
  erased: 'no person',
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the change.'),
    kind: column.oneOfWords(CHANGE_KINDS, 'Which of them it is.'),
    repository: column.text('The repository, as the forge names it.'),
    identity: column.text("A hash of the author's address and the first line, the name of the branch, or the number."),
    title: column.text('The first line, the name, or the title.'),
    author: optional(column.text('Who wrote it, as the forge names them.')),
    state: column.oneOfWords(CHANGE_STATES, 'How far it is.'),
    url: optional(column.text('Where it is to be read.')),
    at: column.time('When it last changed.'),
    is_dated: column.flag('Whether the forge said when; else it is when that came.'),
  },
});

const ticket_code_changes = declareTable({
  meaning: 'A change that names a ticket.',
  key: ['ticket_id', 'change_id'],
  ...KEPT,
  erased: 'no person',
  checked: ['links'],
  columns: { ticket_id: column.ticket(), change_id: column.idOf('code_changes', 'The change.') },
});

export const SHIPPING_TABLES = { shipments, git_connections, received_webhooks, code_changes, ticket_code_changes };
