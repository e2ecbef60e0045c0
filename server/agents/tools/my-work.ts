import { readsInternals } from '#access';
import { record } from '#contract/scalars.ts';
import type { TicketFilter } from '#contract/ticket-list.ts';
import { FencedText } from '../texts/fenced-text.ts';
import { linesOf, tellLines } from './listed-tickets.ts';
import { tool } from './tool.ts';

const OPEN = 'submitted,verified,in_progress,waiting,blocked';
const MOST = 50;

/** Of a developer: what is assigned to them. Of a reporter: what they reported. */
const QUEUE = {
  developer: { assignee_id: 'me', status: OPEN, sort: 'priority', order: 'asc' },
  reporter: { my: '1', status: OPEN },
} as const satisfies Record<string, TicketFilter>;

export const myWork = tool({
  name: 'my_work',
  title: 'My work',
  description:
    'What is on the person’s desk. For a developer: open tickets assigned to them (queue), those whose reporter waits for an answer (waiting), those planned for a day that is over (overdue). For a reporter: their open tickets, and those that wait for them.',
  effect: 'reads',
  input: record({}),
  async run({ read, texts, person }) {
    const isDeveloper = readsInternals(person);
    const own: TicketFilter = isDeveloper ? QUEUE.developer : QUEUE.reporter;
    const { queue, waiting, overdue } = await read(async (work) => {
      const lines = (filter: TicketFilter) => linesOf(work, texts, { ...own, ...filter, limit: MOST });
      return {
        queue: await lines({}),
        waiting: await lines(isDeveloper ? { awaiting_reply: '1' } : { status: 'waiting' }),
        overdue: isDeveloper ? await lines({ planned_before: work.now.slice(0, 10) }) : [],
      };
    });
    const text = new FencedText(texts);
    tellLines(text, 'Queue', queue);
    tellLines(text, isDeveloper ? 'Reporters who wait for an answer' : 'Waiting for you', waiting);
    if (isDeveloper) tellLines(text, 'Overdue', overdue);
    return { fields: { queue, waiting, overdue }, text };
  },
});
