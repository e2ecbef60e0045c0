import { createHash } from 'node:crypto';
import { permitFields, standing } from '#access';
import { Telling } from '#contract/askers.ts';
import { record } from '#contract/scalars.ts';
import { listTellings } from '#delivery';
import { answerOfTicket } from '#memory';
import { Failure, pick, type Work } from '#platform';
import { findTicket, notifyAskers, showAskers } from '#tickets';
import { authorsOf } from '../texts/fenced-text.ts';
import { TicketNumber, ticketId } from './naming.ts';
import { said, type ToolCall, type ToolQuestion, tool } from './tool.ts';

/** How many receipts an agent gets, the newest ones. */
const MOST_LINES = 100;

export const whoWasTold = tool({
  name: 'who_was_told',
  title: 'Who was told',
  description:
    'Who was told what of a ticket, and what became of it. For who works on it also who asked for its answer, why, and who cannot be told.',
  effect: 'reads',
  input: record({ number: TicketNumber }),
  async run({ read, texts }, { number }) {
    const { lines, asked, authors } = await read(async (work) => {
      const id = await ticketId(work, number);
      const isWorker = standing(work.actor, await findTicket(work, id)) === 'worker';
      const lines = await listTellings(work, id, { before: null, limit: MOST_LINES });
      const asked = isWorker ? await showAskers(work, id) : null;
      const people = [...lines.map(({ person }) => person?.id ?? null), ...(asked?.askers ?? []).map((one) => one.id)];
      return { lines, asked, authors: await authorsOf(work, people) };
    });
    const nameOf = (id: string | undefined) => (id === undefined ? null : texts.nameOf(authors(id)));
    const askers = asked?.askers.map((one) => ({
      name: nameOf(one.id),
      ...pick(one, 'because', 'told', 'cannot'),
      ticket: one.ticket?.number ?? null,
    }));
    const fields = {
      ...{ number, ...(asked === null ? {} : { asked: asked.total, askers }) },
      // A mail server's words may have addresses.
      told: lines.map((line) => ({
        name: nameOf(line.person?.id),
        ...pick(line, 'kind', 'of', 'why', 'state', 'not_sent_because', 'at', 'read_at'),
      })),
    };
    const words = asked === null ? '' : `${asked.total} asked. `;
    return said(texts, `${words}${lines.length} lines say who was told what of #${number}.`, fields);
  },
});

/** What the person agrees to: these words, of this version of this answer. */
const agreement = (number: number, version: number, telling: Telling): string =>
  createHash('sha256')
    .update(JSON.stringify([number, version, telling]))
    .digest('base64url');

/** The answer of a ticket. @throws Failure `answer_not_found`. */
async function answerIn(work: Work, number: number) {
  const id = await ticketId(work, number);
  const ticket = await findTicket(work, id);
  permitFields(work.actor, { status: 'closed' });
  const answer = await answerOfTicket(work, id);
  if (answer === null || ticket.status !== 'closed') throw new Failure('answer_not_found');
  return { id, answer };
}

const question = ({ read }: ToolCall, number: number, telling: Telling): Promise<ToolQuestion> =>
  read(async (work) => {
    const { id, answer } = await answerIn(work, number);
    const { total } = await showAskers(work, id);
    const others = Object.values(telling.note_by_language ?? {}).map((note) => `\n\n${note}`);
    return {
      question: `Tell the ${total} who asked about #${number}, by a comment in each thread and a mail?\n\n${telling.note}${others.join('')}`,
      about: `${answer.version} ${agreement(number, answer.version, telling)}`,
    };
  });

export const notifyAskersTool = tool({
  name: 'tell_askers',
  title: 'Tell who asked',
  description:
    'Tells everybody who asked for the answer of a closed ticket that it changed, that it is live, or something else: each once, in their own thread and language. The person is asked first. For developers.',
  effect: 'sends',
  input: record({ number: TicketNumber, ...Telling.properties }),
  async run(call, { number, ...telling }) {
    if (call.hasDeclined) throw new Failure('forbidden', { message: 'The person did not agree. Nothing was done.' });
    const { agreedTo } = call;
    if (agreedTo === null) return question(call, number, telling);
    const version = Number(agreedTo.split(' ')[0]);
    if (agreedTo !== `${version} ${agreement(number, version, telling)}`)
      throw new Failure('forbidden', { message: 'The person agreed to other words. Ask again.' });
    const { told, left } = await call.write(async (work) => {
      const { answer } = await answerIn(work, number);
      return notifyAskers(work, answer.comment_id, telling, (now) => now === version);
    });
    return said(call.texts, `Told ${told} of those who asked about #${number}.`, { number, told, left: left.length });
  },
});
