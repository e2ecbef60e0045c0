import { randomUUID } from 'node:crypto';

/** Ada, who reported the ticket; Jan, who reports too, but not this one; Dev. */
export const WHO = ['reporter', 'other', 'developer'] as const;
export type Who = (typeof WHO)[number];

/** A call of a tool on Ada's ticket, and how it ends for each: `done`, `asked`, or the code of a refusal. */
export interface ToolRow extends Readonly<Record<Who, string>> {
  readonly tool: string;
  readonly input: (number: number) => object;
}

type Input = ToolRow['input'];

const everyone = (tool: string, input: Input): ToolRow => ({
  tool,
  input,
  reporter: 'done',
  other: 'done',
  developer: 'done',
});
const onTheTicket = (tool: string, input: Input): ToolRow => ({ ...everyone(tool, input), other: 'forbidden' });
const developers = (tool: string, input: Input): ToolRow => ({ ...onTheTicket(tool, input), reporter: 'forbidden' });

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key ${keys}`;
};

/** Each tool at least once, and again where what is sent decides who may. */
export const CALLS: readonly ToolRow[] = [
  everyone('search_tickets', () => ({ q: 'printer' })),
  onTheTicket('get_ticket', (number) => ({ number })),
  everyone('find_answers', () => ({ text: 'The printer jams' })),
  everyone('my_work', () => ({})),
  everyone('list_projects', () => ({})),
  onTheTicket('who_was_told', (number) => ({ number })),
  onTheTicket('list_acts', (number) => ({ number })),
  everyone('whoami', () => ({})),
  everyone('report_ticket', () => ({
    title: 'It jams again',
    description: 'Every third page.',
    idempotency_key: newKey(),
  })),
  onTheTicket('comment', (number) => ({ number, content: 'Like this.' })),
  onTheTicket('comment', (number) => ({ number, content: 'Like this.', public: true })),
  developers('comment', (number) => ({ number, content: 'Like this.', internal: true })),
  onTheTicket('update_ticket', (number) => ({ number, version: 1, category: 'question' })),
  developers('update_ticket', (number) => ({ number, version: 1, priority: 'high' })),
  developers('update_ticket', (number) => ({ number, version: 1, internal_note: 'Ask the vendor.' })),
  { ...developers('close_ticket', (number) => ({ number, answer: 'Replaced the roller.' })), developer: 'asked' },
  // A ticket is merged with no ticket that is not there, nor with itself.
  { ...developers('place_beside', (number) => ({ number, into: number })), developer: 'merge_self' },
  { ...developers('join_ticket', (number) => ({ number, into: number })), developer: 'asked' },
  {
    ...developers('split_ticket', (number) => ({ number, title: 'The scanner, too', comment_ids: [randomUUID()] })),
    developer: 'comment_not_found',
  },
  {
    ...developers('tell_askers', (number) => ({ number, what: 'again', note: 'Look again.' })),
    developer: 'answer_not_found',
  },
  // There is no such act.
  ...(['act_not_found'] as const).map((all) => ({
    ...everyone('undo_act', () => ({ act: randomUUID() })),
    ...{ reporter: all, other: all, developer: all },
  })),
  onTheTicket('attach_text', (number) => ({ number, filename: 'a.txt', content: 'one\n' })),
];
