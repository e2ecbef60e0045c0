import { Type } from 'typebox';
import type { Undone } from '#contract/acts.ts';
import { Id, record } from '#contract/scalars.ts';
import { listActs } from '#events';
import { Failure, pick } from '#platform';
import { findTicket } from '#tickets';
import { authorsOf, FencedText } from '../texts/fenced-text.ts';
import { TicketNumber, ticketId } from './naming.ts';
import { said, type ToolCall, type ToolQuestion, tool } from './tool.ts';

/** How many acts an agent gets, the newest ones. */
const MOST_ACTS = 30;
/** How many tickets a question names. */
const MOST_NAMED = 10;

export const listActsTool = tool({
  name: 'list_acts',
  title: 'What was done',
  description:
    'Lists what was changed by one request each, newest first, with the ids for undo_act: on one ticket, by the person alone (mine), or all that they may see.',
  effect: 'reads',
  input: record({ number: Type.Optional(TicketNumber), mine: Type.Optional(Type.Boolean()) }),
  async run({ read, restorers, texts }, { number, mine }) {
    const { acts, authors } = await read(async (work) => {
      const ticket = number === undefined ? {} : { ticket: (await findTicket(work, await ticketId(work, number))).id };
      const filter = { ...ticket, ...(mine ? { actor: 'me' } : {}), limit: MOST_ACTS };
      const { items } = await listActs(work, filter, restorers, null);
      const actors = items.map(({ actor }) => actor?.id ?? null);
      return { acts: items, authors: await authorsOf(work, actors) };
    });
    const fields = {
      acts: acts.map((act) => ({
        ...pick(act, 'id', 'at', 'via', 'kind', 'tickets', 'fields', 'can_undo', 'undone_by', 'undoes'),
        by: act.actor === null ? null : texts.nameOf(authors(act.actor.id)),
      })),
    };
    const text = new FencedText(texts).say(`${acts.length} acts, newest first.`);
    for (const { id, at, kind, tickets, fields: changed, can_undo } of acts)
      text.say(
        `${id} ${at} ${kind}: ${changed.join(', ')} (${tickets} tickets)${can_undo ? '' : ', cannot be undone'}`,
      );
    return { fields, text };
  },
});

const numbersOf = (undone: Undone['undone']): number[] => [
  ...new Set(undone.flatMap(({ ticket }) => ticket?.number ?? [])),
];

/** Says what would become of an act. @throws Failure as the undo does, and where nothing would be put back. */
async function question({ undo }: ToolCall, act: string): Promise<ToolQuestion> {
  const { undone, left, told_already } = await undo(act, { dry_run: true });
  if (undone.length === 0)
    throw new Failure('forbidden', { message: 'Nothing of it can be put back by you now. Nothing was done.' });
  const numbers = numbersOf(undone);
  const named = [
    ...numbers.slice(0, MOST_NAMED).map((number) => `#${number}`),
    ...(numbers.length > MOST_NAMED ? ['…'] : []),
  ];
  const fields = [...new Set(undone.map(({ field }) => field))].sort().join(', ');
  const toldAlready =
    told_already === 0 ? '' : ` ${told_already} people were mailed of it, and get one mail that it was taken back.`;
  const on = numbers.length === 0 ? '' : ` on ${numbers.length} tickets (${named.join(', ')})`;
  return {
    question: `Take this back? Put back: ${fields}${on}. ${left.length} lines stay as they are.${toldAlready}`,
    about: `undo ${act}`,
  };
}

export const undoActTool = tool({
  name: 'undo_act',
  title: 'Take an act back',
  description:
    'Takes back what one request changed, by its id of list_acts, where it has not been changed since. The person is asked first, with what will become of it. An undo is an act, and can be undone.',
  effect: 'sends',
  input: record({ act: Id }),
  async run(call, { act }) {
    if (call.hasDeclined) throw new Failure('forbidden', { message: 'The person did not agree. Nothing was done.' });
    if (call.agreedTo === null) return question(call, act);
    if (call.agreedTo !== `undo ${act}`)
      throw new Failure('forbidden', { message: 'The person agreed to another act. Ask again.' });
    const { act: own, undone, left } = await call.undo(act, {});
    const fields = { act: own, undone: undone.length, left: left.length, tickets: numbersOf(undone) };
    return said(call.texts, `Put ${undone.length} lines back; ${left.length} stay as they are.`, fields);
  },
});
