import { randomUUID } from 'node:crypto';
import { sendMessage, toolMessage } from '#testing/mcp-message.ts';
import type { Caller } from '../../server/testing/caller.ts';
import { corrects, type Expected, opens, talks, where, works } from './cell.ts';

interface Named {
  readonly number: number;
  readonly version: number;
}

/** A call of a tool about a ticket: an agent is answered as the interface answers its person. */
export interface ToolRow {
  readonly tool: string;
  readonly input: (ticket: Named) => object;
  readonly answers: Expected;
  /** How it ends for who may: `done`, `asked`, or the code of another refusal. */
  readonly end: string;
}

const row = (tool: string, answers: Expected, input: ToolRow['input'], end = 'done'): ToolRow => ({
  ...{ tool, answers, input, end },
});
const everyone: Expected = () => '200';
/** A tool of these reads the ticket before it asks what its person is. */
const worksOn = where(({ standing }) => standing === 'worker', 200);

/** Each tool at least once, and again where what is sent decides who may. */
export const CALLS: readonly ToolRow[] = [
  row('search_tickets', everyone, () => ({ q: 'printer' })),
  row('get_ticket', opens(200), ({ number }) => ({ number })),
  row('find_answers', everyone, () => ({ text: 'The printer jams' })),
  row('my_work', everyone, () => ({})),
  row('list_projects', everyone, () => ({})),
  row('who_was_told', opens(200), ({ number }) => ({ number })),
  row('list_acts', opens(200), ({ number }) => ({ number })),
  row('whoami', everyone, () => ({})),
  row('report_ticket', everyone, () => ({
    ...{ title: 'It jams again', description: 'Every third page.', idempotency_key: randomUUID() },
  })),
  row('comment', talks(201), ({ number }) => ({ number, content: 'Like this.' })),
  row('comment', talks(201), ({ number }) => ({ number, content: 'Like this.', public: true })),
  row('comment', worksOn, ({ number }) => ({ number, content: 'Like this.', internal: true })),
  row('update_ticket', corrects, (ticket) => ({ ...ticket, category: 'question' })),
  row('update_ticket', works(200), (ticket) => ({ ...ticket, priority: 'high' })),
  row('update_ticket', works(200), (ticket) => ({ ...ticket, internal_note: 'Ask the vendor.' })),
  row('close_ticket', works(200), ({ number }) => ({ number, answer: 'Replaced the roller.' }), 'asked'),
  // A ticket is merged with no ticket that is not there, nor with itself.
  row('place_beside', works(200), ({ number }) => ({ number, into: number }), 'merge_self'),
  row('join_ticket', works(200), ({ number }) => ({ number, into: number }), 'asked'),
  row(
    'split_ticket',
    worksOn,
    ({ number }) => ({ number, title: 'The scanner, too', comment_ids: [randomUUID()] }),
    'comment_not_found',
  ),
  row(
    'tell_askers',
    where(({ isDeveloper }) => isDeveloper, 200),
    ({ number }) => ({ number, what: 'again', note: 'Look again.' }),
    'answer_not_found',
  ),
  row('undo_act', everyone, () => ({ act: randomUUID() }), 'act_not_found'),
  row('attach_text', talks(201), ({ number }) => ({ number, filename: 'a.txt', content: 'one\n' })),
];

/** Calls a tool. @returns how it ended. */
export async function ask({ tool, input }: ToolRow, program: Caller, ticket: Named): Promise<string> {
  const answer = await sendMessage(program, toolMessage(tool, input(ticket)));
  if (answer.status >= 400) return `${answer.status} ${(JSON.parse(answer.text) as { error: string }).error}`;
  const { result } = answer.is(200);
  if (result?.resultType === 'input_required') return 'asked';
  return result?.isError ? (result.content?.[0]?.text ?? '') : 'done';
}
