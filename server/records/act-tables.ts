import { ACT_WAYS } from '#contract/act-words.ts';
import { column, optional, passing } from './columns.ts';
import { declareTable, KEPT, OWN } from './table-entry.ts';

const acts = declareTable({
  meaning: 'What one request, mail, import, rule or command changed.',
  key: ['id'],
  ...KEPT,
  erased: { rewrite: "The row stays; the names of the person's tokens go." },
  checked: ['links'],
  columns: {
    id: column.id('Identifies the act.'),
    at: column.time('When.'),
    actor_id: optional(column.person('Who did it; null when the service did.')),
    via: column.oneOfWords(ACT_WAYS, 'How it came in.'),
    program: optional(
      column.text('The name of the token by which a program did it, or the part of the service that did by itself.'),
    ),
    kind: column.text('The operation, or `mail`, `import`, `rule`, `command`.'),
    undoes_id: optional(column.id('The act that it took back.')),
    correlation_id: passing(optional(column.text('The request that made its events.'))),
  },
});

const act_lines = declareTable({
  meaning: 'One thing that an act changed.',
  key: ['act_id', 'id'],
  ...KEPT,
  erased: { remove: 'owner_id' },
  checked: ['links'],
  columns: {
    act_id: column.idOf('acts', 'The act.'),
    id: column.id('Identifies the line.'),
    ticket_id: optional(column.ticket('The ticket on which it changed.')),
    thing_type: optional(column.text('What changed, or came to the ticket, when it is no field.')),
    thing_id: optional(column.id('Which one.')),
    thing_name: optional(column.text('What it was called.')),
    owner_id: optional(column.person('Whose own it is; null for what is not.')),
    project_id: optional(column.id('The project that it belongs to.')),
    field: column.text('The field that changed.'),
    old_value: optional(column.text('Its value before, as JSON.')),
    new_value: optional(column.text('Its value after, as JSON.')),
    before: optional(column.text('What else stood there before, as JSON.')),
    is_internal: column.flag('Whether only who reads internals reads it.'),
    is_undoable: column.flag('Whether an undo can put it back.'),
    undoes_id: optional(column.id('The line that it put back, of the act that its act took back.')),
    undone_by_id: optional(column.idOf('acts', 'The act that put it back, while that stands.')),
  },
});

const removed_rows = declareTable({
  meaning: 'A row that an act removed, until its undo brings it back or it goes for good.',
  key: ['id'],
  ...OWN,
  erased: { remove: 'person_id' },
  checked: ['links', 'files'],
  columns: {
    id: column.id('Identifies the removed row.'),
    act_id: column.idOf('acts', 'The act.'),
    thing_id: column.id('What was removed.'),
    table_name: column.text('The table.'),
    content: column.text('Its columns, as JSON.'),
    person_id: optional(column.person('Whose it is.')),
    filename: optional(column.file('The file that it names.')),
    bytes: column.integer('Bytes of that file.'),
    removed_at: column.time('When.'),
  },
});

export const ACT_TABLES = { acts, act_lines, removed_rows };
