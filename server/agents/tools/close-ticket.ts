import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { permitFields } from '#access';
import { record } from '#contract/scalars.ts';
import { TicketChanges } from '#contract/tickets.ts';
import { Failure, type Work } from '#platform';
import { changeTicket, findTicket, viewTicket } from '#tickets';
import { FencedText } from '../texts/fenced-text.ts';
import { TicketNumber, ticketId } from './named-things.ts';
import { type ToolAnswer, type ToolCall, type ToolQuestion, tool } from './tool.ts';

const { closure_summary, closure_question, closure_shared } = TicketChanges.properties;

type Answer = Pick<TicketChanges, 'closure_summary' | 'closure_question' | 'closure_shared'>;

/** What the person agrees to: this answer, to this version of this ticket. */
const agreement = (number: number, version: number, answer: Answer): string =>
  createHash('sha256')
    .update(JSON.stringify([number, version, answer]))
    .digest('base64url');

async function versionOf(work: Work, number: number): Promise<{ id: string; version: number; status: string }> {
  const { id, version, status } = await findTicket(work, await ticketId(work, number));
  return { id, version, status };
}

/** Asks with the whole mail. @throws Failure whatever refuses the closing by itself. */
async function question(call: ToolCall, number: number, answer: Answer): Promise<ToolQuestion> {
  return call.read(async (work) => {
    permitFields(work.actor, { status: 'closed' });
    const { id, version, status } = await versionOf(work, number);
    if (status === 'closed') throw new Failure('validation_error', { message: `#${number} is closed already.` });
    const mail = await call.closingMail(id, answer.closure_summary ?? '')(work);
    return {
      question: `Close #${number} with this answer?\n\n${answer.closure_summary}\n\n----\n${mail}`,
      about: `${version} ${agreement(number, version, answer)}`,
    };
  });
}

async function close(call: ToolCall, number: number, answer: Answer, agreedTo: string): Promise<ToolAnswer> {
  const agreedVersion = Number(agreedTo.split(' ')[0]);
  if (agreedTo !== `${agreedVersion} ${agreement(number, agreedVersion, answer)}`)
    throw new Failure('forbidden', { message: 'The person agreed to another answer. Ask again.' });
  const ticket = await call.write(async (work) =>
    viewTicket(
      await changeTicket(
        work,
        await ticketId(work, number),
        { status: 'closed', ...answer },
        (now) => now === agreedVersion,
      ),
      work,
    ),
  );
  return {
    fields: { number, version: ticket.version, status: ticket.status },
    text: new FencedText(call.texts).say(`Closed #${number}.`),
  };
}

export const closeTicket = tool({
  name: 'close_ticket',
  title: 'Close a ticket',
  description:
    'Closes a ticket with an answer in words, which its reporter reads and is mailed, and which others find later. The person is asked first, with the whole mail.',
  effect: 'sends',
  input: record({
    number: TicketNumber,
    answer: Type.Unsafe<string>({ ...closure_summary, description: 'What the answer was, in words for its reporter.' }),
    question: closure_question,
    shared: closure_shared,
  }),
  async run(call, { number, answer, question: about, shared }) {
    const closure: Answer = {
      closure_summary: answer,
      ...(about === undefined ? {} : { closure_question: about }),
      ...(shared === undefined ? {} : { closure_shared: shared }),
    };
    if (call.hasDeclined) throw new Failure('forbidden', { message: 'The person did not agree. Nothing was done.' });
    if (call.agreedTo !== null) return close(call, number, closure, call.agreedTo);
    return question(call, number, closure);
  },
});
