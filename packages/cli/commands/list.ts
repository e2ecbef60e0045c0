import { DUE_FILTERS } from '../../../contract/due-words.ts';
import { CATEGORIES, PRIORITIES, SORTS, STATUSES } from '../../../contract/words.ts';
import { command, oneOf, someOf, withoutUndefined } from '../command.ts';
import { UsageError } from '../exit.ts';
import { JSON_OPTION, jsonWriter } from '../json-fields.ts';
import { printTable } from '../terminal/table.ts';
import { colourOf, ROW_FIELDS, type TicketRow } from '../tickets.ts';

const ORDERS = ['desc', 'asc'] as const;

export const list = command({
  name: 'list',
  summary: 'Lists tickets: your own as a reporter, all as a developer.',
  words: '[<words to look for>]',
  options: {
    status: { type: 'string', value: 'status,…', about: 'Only of these.', words: STATUSES },
    priority: { type: 'string', value: 'priority,…', about: 'Only of these.', words: PRIORITIES },
    category: { type: 'string', value: 'category,…', about: 'Only of these.', words: CATEGORIES },
    assignee: { type: 'string', value: 'person', about: 'Whose work it is: me, none or an id.', words: ['me', 'none'] },
    mine: { type: 'boolean', about: 'Only what you have reported.' },
    waiting: { type: 'boolean', about: 'Only those whose reporter waits for an answer.' },
    due: {
      type: 'string',
      value: 'when',
      about: 'Only those whose answer is missed, due today or soon, or has no due date.',
      words: DUE_FILTERS,
    },
    sort: { type: 'string', value: 'field', about: 'By what they are sorted.', words: SORTS },
    order: { type: 'string', value: 'order', about: 'desc, unless you say asc; by due_at it is asc.', words: ORDERS },
    limit: { type: 'string', short: 'L', value: 'number', about: 'How many at most; 30 unless you say more.' },
    ...JSON_OPTION,
  },
  examples: [
    ['kwit list --assignee me --status verified,in_progress', 'your work'],
    ['kwit list --status submitted --sort created_at --order asc', 'what nobody has looked at, oldest first'],
    ['kwit list --due missed --sort due_at', 'whose answer is missed, the earliest first'],
    ['kwit list "paper jam" --limit 5', 'the five that fit best'],
    ["kwit list --json number,title | jq -r '.[].title'", 'only their titles'],
  ],
  async run({ words: [q], options, terminal, account }) {
    const write = jsonWriter(terminal, options.json, ROW_FIELDS);
    const most = readLimit(options.limit);
    const rows: TicketRow[] = [];
    const query = {
      view: 'row' as const,
      limit: Math.min(most, 500),
      ...(options.mine ? { my: '1' as const } : {}),
      ...(options.waiting ? { awaiting_reply: '1' as const } : {}),
      ...withoutUndefined({
        q,
        status: someOf('--status', STATUSES, options.status),
        priority: someOf('--priority', PRIORITIES, options.priority),
        category: someOf('--category', CATEGORIES, options.category),
        assignee_id: options.assignee,
        due: oneOf('--due', DUE_FILTERS, options.due),
        sort: oneOf('--sort', SORTS, options.sort),
        order: oneOf('--order', ORDERS, options.order),
      }),
    };
    for await (const ticket of account.kwit.each('/api/tickets', { query })) {
      if ('comment_count' in ticket) rows.push(ticket);
      if (rows.length === most) break;
    }
    if (write !== null) return write(rows);
    if (rows.length === 0) return terminal.tell('There are none.');
    const isByDue = options.due !== undefined || options.sort === 'due_at';
    printTable(
      terminal,
      rows.map((ticket) => rowOf(ticket, isByDue)),
    );
  },
});

function readLimit(said = '30'): number {
  const limit = Number(said);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit takes a number from 1.');
  return limit;
}

/** @param isByDue whether to tell when an answer is due in the place of the last change. */
const rowOf = ({ number, status, priority, assignee_name, updated_at, wait, title }: TicketRow, isByDue: boolean) => [
  { text: `#${number}`, colour: 'bold' as const },
  { text: status, colour: colourOf(status) },
  { text: priority },
  { text: assignee_name ?? '-' },
  isByDue
    ? {
        text: wait?.due_at?.slice(0, 16).replace('T', ' ') ?? '-',
        colour: wait?.state === 'missed' ? ('red' as const) : ('dim' as const),
      }
    : { text: updated_at.slice(0, 10), colour: 'dim' as const },
  { text: title },
];
