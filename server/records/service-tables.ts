import { AUDIT_ACTIONS, AUDIT_TARGETS } from '#contract/audit-words.ts';
import { SECRET_SETTINGS } from '#contract/setting-words.ts';
import { BACKUP_OUTCOMES } from '#contract/words.ts';
import { byDatabase, column, optional, passing, secret } from './columns.ts';
import { declareTable, KEPT, OWN, PASSING } from './table-entry.ts';

const migrations = declareTable({
  meaning: 'A change of the schema that was made.',
  key: ['name'],
  exported: 'never',
  imported: 'left out',
  backedUp: 'left out',
  erased: 'no person',
  checked: ['nothing'],
  columns: { name: column.text('Which change.'), applied_at: column.time('When.') },
});

const settings = declareTable({
  meaning: 'A setting that a developer has stored. Passwords and keys are in no export.',
  key: ['name'],
  ...KEPT,
  unexported: {
    name: [
      ...SECRET_SETTINGS,
      ...['mail_in_imap_password', 'mail_in_imap_client_secret', 'mail_in_imap_refresh_token', 'mail_in_secret'],
      'first_developer',
    ],
  },
  erased: { rewrite: 'The address leaves `developer_emails`.' },
  checked: ['links', 'files', 'secrets'],
  columns: {
    name: column.text('Its name.'),
    value: column.json('Its value. That of `app_logo` names a file.'),
    updated_at: column.time('When it was stored.'),
    updated_by: optional(column.person('Who stored it; null for a command.')),
  },
});

const webhooks = declareTable({
  meaning: 'An address to which events are sent. In an export it is inactive and without its secret.',
  key: ['id'],
  ...KEPT,
  erased: 'by id',
  checked: ['secrets'],
  columns: {
    id: column.id('Identifies the webhook.'),
    url: column.text('The address.'),
    events: column.json('Which events: an array of names, or of `*` alone.'),
    description: optional(column.text('What it is for.')),
    is_active: passing(column.flag('Whether it is sent events.')),
    secret: secret(column.text('Signs what is sent.')),
    previous_secret: secret(optional(column.text('Signs as well until `previous_until`.'))),
    previous_until: secret(optional(column.time('Until when.'))),
    created_at: column.time('When it was made.'),
    updated_at: column.time('When it last changed.'),
    last_delivery_at: optional(column.time('The last delivery.')),
    last_status: optional(column.integer('The HTTP status of the last answer.')),
    failing_since: optional(column.time('Since when no delivery has succeeded; null after one that did.')),
    paused_at: optional(column.time('When Kwit paused it for failing too long.')),
    projects: byDatabase(
      optional(column.json('The projects of which alone it is sent events: an array of their ids.')),
    ),
    projects_by: byDatabase(optional(column.person('Who said so. When they lose one, it hears no more of it.'))),
  },
});

const audit = declareTable({
  meaning: 'A change that matters to security. That data was moved is recorded only where that was done.',
  key: ['id'],
  ...KEPT,
  unexported: { action: ['export.made', 'import.made'] },
  erased: { rewrite: 'Addresses that the person had leave the entries about them; the rest names them by id alone.' },
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the entry.'),
    at: column.time('When.'),
    actor_id: optional(column.person('Who did it; null for the command line.')),
    action: column.oneOfWords(AUDIT_ACTIONS, 'What was done.'),
    target_type: column.oneOfWords(AUDIT_TARGETS, 'To what kind of thing.'),
    target_id: optional(column.id('To which one.')),
    details: column.json("Names, roles and changed addresses, never a value and nobody's words."),
  },
});

const chores = declareTable({
  meaning: 'When a job of the service last began.',
  key: ['name'],
  ...PASSING,
  erased: 'no person',
  checked: ['nothing'],
  columns: { name: column.text('The job.'), began_at: column.time('When.') },
});

const counters = declareTable({
  meaning:
    'A number that is counted up: of tickets, of tickets with each status, up to which ticket a change of who sees them is settled, and up to which one words are written anew.',
  key: ['name'],
  exported: 'never',
  imported: 'worked out',
  backedUp: 'as it is',
  erased: 'no person',
  checked: ['counts'],
  columns: { name: column.text('What is counted.'), value: column.integer('How far.') },
});

const backups = declareTable({
  meaning: 'A backup that was made, or is being made.',
  key: ['id'],
  ...OWN,
  erased: 'by id',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the backup.'),
    began_at: column.time('When it began: what was written before is in it.'),
    held_until: column.time('Until then files that are removed stay, unless it ends before.'),
    ended_at: optional(column.time('When it ended; null while it is being made, and when its process was killed.')),
    outcome: optional(column.oneOfWords(BACKUP_OUTCOMES, 'How it ended.')),
    place: column.text('The folder, or `-` for standard output.'),
    database_bytes: optional(column.integer('How large the copy of the database is.')),
    files: optional(column.integer('How many files rows of it name.')),
    file_bytes: optional(column.integer('How large they are together.')),
    made_by: optional(column.person('Who asked for it; null for the command line.')),
  },
});

const upgrades = declareTable({
  meaning: 'A version to which this Kwit was brought.',
  key: ['id'],
  ...OWN,
  erased: 'no person',
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the upgrade, and its event.'),
    version: column.text('The version.'),
    previous_version: optional(column.text('The one before; null when it was installed with this version.')),
    upgraded_at: column.time('When it was first started.'),
    migrations: column.json('The changes of the schema that ran.'),
    copy: optional(column.text('The copy of the database from before it, in the data folder.')),
  },
});

const nodes = declareTable({
  meaning: 'A process that serves this Kwit. It says every 10 seconds that it lives.',
  key: ['id'],
  ...PASSING,
  erased: 'no person',
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the process.'),
    version: column.text('Of which version it is.'),
    started_at: column.time('When it started.'),
    seen_at: column.time('When it said so last; it counts as gone after 60 seconds.'),
  },
});

export const SERVICE_TABLES = { migrations, upgrades, nodes, settings, webhooks, audit, backups, chores, counters };

const import_runs = declareTable({
  meaning: 'A run of an import from another product.',
  key: ['id'],
  ...KEPT,
  erased: 'by id',
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the run.'),
    source: column.text('Which installation of the other product it read.'),
    began_at: column.time('When it began.'),
    ended_at: optional(column.time('When it was done; null until then.')),
    file_sha256: optional(column.text('The file that it read.')),
    done_rows: column.integer('How many rows of the file are done.'),
    options: column.json('What it was asked for.'),
    report: optional(column.json('What was read, imported, merged and left out.')),
    act_id: byDatabase(optional(column.idOf('acts', 'Its act; null for runs of older versions.'))),
  },
});

const imports = declareTable({
  meaning: 'What a row of another product has become, so that it is known again.',
  key: ['external_id', 'kind', 'source'],
  ...KEPT,
  erased: 'by id',
  checked: ['links'],
  columns: {
    source: column.text('Which installation of the other product it comes from.'),
    kind: column.text('What it is there: `ticket`, `comment`, `user`, ….'),
    external_id: column.text('Its id there.'),
    kwit_id: optional(column.id('Its id here; null for what has none.')),
    sha256: column.text('Of the row as it was there.'),
    run_id: column.idOf('import_runs', 'The run that brought it.'),
    imported_at: column.time('When.'),
  },
});

const table_imports = declareTable({
  meaning: 'A table that a developer has uploaded to import it. It is removed after a week.',
  key: ['id'],
  ...OWN,
  erased: 'by id',
  checked: ['links', 'files'],
  columns: {
    id: column.id('Identifies it, and the run that imports it.'),
    filename: column.file('The file.'),
    name: column.text('What the file is called.'),
    size: column.integer('How large it is.'),
    sha256: column.text('Of its bytes.'),
    uploaded_at: column.time('When it was uploaded.'),
    uploaded_by: column.person('Who uploaded it.'),
    options: column.json('How it is read.'),
    row_count: optional(column.integer('How many rows it has; null until it was checked.')),
    began_at: optional(column.time('When its import began.')),
    held_until: optional(column.time('Until then a process is running it, unless it ends before.')),
    problems: optional(column.json('Why it was refused while it ran.')),
  },
});

export const IMPORT_TABLES = { import_runs, imports, table_imports };
