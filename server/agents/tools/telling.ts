import { permitFields, standing } from '#access';
import { Telling } from '#contract/askers.ts';
import { record } from '#contract/scalars.ts';
import { listTellings } from '#delivery/serving';
import { answerOfTicket } from '#memory';
import { Failure, pick, type Work } from '#platform';
import { findTicket, notifyAskers, showAskers } from '#tickets';
import { authorsOf } from '../texts/fenced-text.ts';
import { TicketNumber, ticketId } from './naming.ts';
import { agreementOf, said, type ToolCall, type ToolQuestion, tool } from './tool.ts';

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
    const { lines, overview, authors } = await read(async (work) => {
      const id = await ticketId(work, number);
      const isWorker = standing(work.actor, await findTicket(work, id)) === 'worker';
      const lines = await listTellings(work, id, { before: null, limit: MOST_LINES });
      const overview = isWorker ? await showAskers(work, id) : null;
      const people = [
        ...lines.map(({ person }) => person?.id ?? null),
        ...(overview?.askers ?? []).map((asker) => asker.id),
      ];
      return { lines, overview, authors: await authorsOf(work, people) };
    });
    const nameOf = (id: string | undefined) => (id === undefined ? null : texts.nameOf(authors(id)));
    const askers = overview?.askers.map((asker) => ({
      name: nameOf(asker.id),
      ...pick(asker, 'because', 'told', 'cannot'),
      ticket: asker.ticket?.number ?? null,
    }));
    const fields = {
      ...{ number, ...(overview === null ? {} : { asked: overview.total, askers }) },
      // A mail server's words may have addresses.
      told: lines.map((line) => ({
        name: nameOf(line.person?.id),
        ...pick(line, 'kind', 'of', 'why', 'state', 'not_sent_because', 'at', 'read_at'),
      })),
    };
    const words = overview === null ? '' : `${overview.total} asked. `;
    return said(texts, `${words}${lines.length} lines say who was told what of #${number}.`, fields);
  },
});

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
      about: `${answer.version} ${agreementOf(number, answer.version, telling)}`,
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
    if (agreedTo !== `${version} ${agreementOf(number, version, telling)}`)
      throw new Failure('forbidden', { message: 'The person agreed to other words. Ask again.' });
    const { told: count, left } = await call.write(async (work) => {
      const { answer } = await answerIn(work, number);
      return notifyAskers(work, answer.comment_id, telling, (now) => now === version);
    });
    return said(call.texts, `Told ${count} of those who asked about #${number}.`, {
      number,
      told: count,
      left: left.length,
    });
  },
});
