import { type components, orThrow } from '@kwit/client';
import { command, oneOf, ticketNumber } from '../command.ts';
import { type FieldsOf, JSON_OPTION, jsonWriter } from '../json-fields.ts';
import { sendText } from '../terminal/editor.ts';
import { printTable } from '../terminal/table.ts';

type TicketTelling = components['schemas']['TicketTelling'];
type Telling = components['schemas']['Telling'];

const FIELDS: FieldsOf<TicketTelling> = {
  ...{ id: true, person: true, webhook: true, channel: true, kind: true, of: true, why: true, made_at: true },
  ...{ state: true, not_sent_because: true, server_said: true, at: true, read_at: true },
};

const MOST = 100;

export const receipts = command({
  name: 'told',
  summary: 'Shows who was told what of a ticket.',
  words: '<number>',
  options: { ...JSON_OPTION },
  examples: [['kwit told 42', 'and what the mail server said']],
  async run({ words: [word], options, terminal, account }) {
    const write = jsonWriter(terminal, options.json, FIELDS);
    const { id } = await account.kwit.ticket(ticketNumber(word));
    const params = { path: { id }, query: { limit: MOST } };
    const lines = await orThrow(account.kwit.GET('/api/tickets/{id}/tellings', { params }));
    if (write !== null) return write(lines);
    if (lines.length === 0) return terminal.tell('Nobody was told anything.');
    printTable(terminal, lines.map(rowOf));
  },
});

const rowOf = (line: TicketTelling) => [
  { text: line.person?.name ?? line.webhook?.host ?? '-' },
  { text: line.why },
  { text: line.kind },
  { text: line.of },
  { text: line.not_sent_because ?? line.state },
  { text: line.server_said ?? '' },
];

const KINDS = ['change', 'live', 'again'] as const satisfies readonly Telling['what'][];
const LANGUAGES = ['pl', 'en'] as const;

export const notify = command({
  name: 'tell',
  summary: 'Tells who asked that the answer of a ticket changed, or is live.',
  words: '<number>',
  options: {
    what: { type: 'string', value: 'change|live|again', about: 'What happened; again unless given.' },
    message: { type: 'string', short: 'm', value: 'text', about: 'What to say; - reads it from the input.' },
    pl: { type: 'string', value: 'text', about: 'The same for those who read Polish.' },
    en: { type: 'string', value: 'text', about: 'The same for those who read English.' },
  },
  examples: [['kwit tell 42 --what live -m "It is fixed in 2.4.0."', 'each once, in their own thread']],
  async run({ words: [word], options, terminal, account }) {
    const what = oneOf('--what', KINDS, options.what ?? 'again');
    const notes = LANGUAGES.flatMap((language) =>
      options[language] === undefined ? [] : [[language, options[language]]],
    );
    const more = notes.length === 0 ? {} : { note_by_language: Object.fromEntries(notes) };
    const ticket = await account.kwit.ticket(ticketNumber(word));
    const answer = ticket.comments.findLast(({ is_closure_summary }) => is_closure_summary);
    if (answer === undefined) return terminal.tell(`#${ticket.number} has no answer.`);
    await sendText(
      terminal,
      options.message,
      () => answer.content,
      async (note) => {
        const sent = { params: { path: { id: answer.id } }, body: { what, note, ...more } };
        const result = await orThrow(account.kwit.POST('/api/answers/{id}/tell', sent));
        terminal.tell(`Told ${result.told} of those who asked; ${result.left.length} cannot be.`);
      },
    );
  },
});
