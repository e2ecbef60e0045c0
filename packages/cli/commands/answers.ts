import { type components, orThrow } from '@kwit/client';
import { command } from '../command.ts';
import { type FieldsOf, JSON_OPTION, jsonWriter } from '../json-fields.ts';
import { inOneLine, printTable, withoutControls } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

type Answer = components['schemas']['Answer'];

const FIELDS: FieldsOf<Answer> = {
  ...{
    id: true,
    ticket_id: true,
    ticket_number: true,
    question: true,
    content: true,
    found_by: true,
    version: true,
    is_shared: true,
  },
  ...{ audience: true, category: true, project_name: true, author_name: true, answered_at: true },
  ...{ language: true, helped: true, not_helped: true, reopened: true, held: true, score: true },
};

/** How many are shown: a person who looks for more looks for the wrong words. */
const MOST = 10;

export const answers = command({
  name: 'answers',
  summary: 'Finds what was answered before.',
  words: '<words to look for>',
  most: 20,
  options: { ...JSON_OPTION },
  examples: [
    ['kwit answers vat invoice', 'the team knows'],
    ["kwit answers vpn --json content | jq -r '.[0].content'", 'the best one alone'],
  ],
  async run({ words, options, terminal, account }) {
    const write = jsonWriter(terminal, options.json, FIELDS);
    const query = { q: words.join(' '), limit: MOST };
    const hits = await orThrow(account.kwit.GET('/api/answers', { params: { query } }));
    if (write !== null) return write(hits);
    if (hits.length === 0) return terminal.tell('Nothing was answered to that yet.');
    if (terminal.isForPeople) terminal.say(hits.map((answer) => paragraphOf(answer, terminal)).join('\n\n'));
    else printTable(terminal, hits.map(rowOf));
  },
});

const numberOf = ({ ticket_number }: Answer): string => (ticket_number === null ? '' : `#${ticket_number}`);

const rowOf = (answer: Answer) => [
  { text: numberOf(answer) || '-' },
  { text: answer.question ?? '' },
  { text: answer.content },
];

function paragraphOf(answer: Answer, terminal: Terminal): string {
  const question = inOneLine(answer.question ?? '');
  const about = [numberOf(answer), question].filter(Boolean).join(' ') || 'An answer';
  const warning = answer.held ? [] : [terminal.paint('yellow', 'It did not hold.')];
  const helped = answer.helped > 0 ? [terminal.paint('dim', `It helped ${answer.helped} times.`)] : [];
  return [terminal.paint('bold', about), withoutControls(answer.content), ...warning, ...helped].join('\n');
}
