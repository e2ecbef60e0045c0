import { type Kwit, orThrow } from '@kwit/client';
import { command, ticketNumber } from '../command.ts';
import { UsageError } from '../exit.ts';

export const take = command({
  name: 'take',
  summary: 'Makes a ticket your work.',
  words: '<number>',
  options: { start: { type: 'boolean', about: 'Says that you work on it now.' } },
  examples: [
    ['kwit take 42', 'it is yours, and verified if it was new'],
    ['kwit take 42 --start', 'the same, and in progress'],
  ],
  async run({ words: [word], options, terminal, account }) {
    const number = ticketNumber(word);
    const [ticket, me] = await Promise.all([account.kwit.ticket(number), orThrow(account.kwit.GET('/api/auth/me'))]);
    if (ticket.status === 'closed') throw new UsageError(closedSentence(number));
    const status = options.start ? { status: 'in_progress' as const } : {};
    const taken = await account.kwit.changeTicket(ticket, { assignee_id: me.id, ...status });
    terminal.tell(`#${number} is yours: ${taken.status}.`);
  },
});

export const assign = command({
  name: 'assign',
  summary: "Makes a ticket somebody's work.",
  words: '<number> <address, name, me or none>',
  examples: [
    ['kwit assign 42 jan@example.com', 'it is Jan’s, and verified if it was new'],
    ['kwit assign 42 "Jan Nowak"', 'by the whole name'],
    ['kwit assign 42 none', 'it is nobody’s'],
  ],
  async run({ words: [word, person = ''], terminal, account: { kwit } }) {
    const number = ticketNumber(word);
    const [ticket, assignee] = await Promise.all([kwit.ticket(number), assigneeOf(kwit, person)]);
    if (ticket.status === 'closed') throw new UsageError(closedSentence(number));
    await kwit.changeTicket(ticket, { assignee_id: assignee?.id ?? null });
    terminal.tell(assignee === null ? `#${number} is nobody's.` : `#${number} is the work of ${assignee.name}.`);
  },
});

const closedSentence = (number: number): string => `#${number} is closed. Open it first: kwit reopen ${number}`;

interface Assignee {
  readonly id: string;
  readonly name: string;
}

/** @param words an address, a whole name, `me` or `none`. @returns null for nobody. @throws UsageError for no one person. */
async function assigneeOf(kwit: Kwit, words: string): Promise<Assignee | null> {
  if (words === 'none') return null;
  if (words === 'me') return orThrow(kwit.GET('/api/auth/me'));
  const folded = words.trim().toLocaleLowerCase();
  const developers: Assignee[] = [];
  for await (const { id, name, email } of kwit.each('/api/users', { query: { role: 'developer', is_active: '1' } }))
    if ([email, name].some((text) => text.toLocaleLowerCase() === folded)) developers.push({ id, name });
  const [developer, other] = developers;
  if (developer === undefined) throw new UsageError(`No active developer has the address or the name “${words}”.`);
  if (other !== undefined) throw new UsageError(`Several developers are called “${words}”. Say the address.`);
  return developer;
}
