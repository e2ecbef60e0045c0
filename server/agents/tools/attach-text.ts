import { Type } from 'typebox';
import { readsInternals } from '#access';
import type { Attachment } from '#contract/attachments.ts';
import { line, record } from '#contract/scalars.ts';
import type { Work } from '#platform';
import { addAttachments, holdTicket, type KeptAttachment, postComment, viewAttachment } from '#tickets';
import { FencedText } from '../texts/fenced-text.ts';
import { TicketNumber, ticketId } from './named-things.ts';
import { tool } from './tool.ts';

/** A developer's file comes with an internal comment, so that it does not leave for the reporter. */
async function attach(work: Work, number: number, kept: readonly KeptAttachment[]): Promise<Attachment[]> {
  const id = await ticketId(work, number);
  if (!readsInternals(work.actor)) return (await addAttachments(work, id, kept)).map(viewAttachment);
  const content = kept.map(({ originalName }) => originalName).join(', ');
  return (await postComment(work, await holdTicket(work, id), { content, is_internal: true }, { files: kept }))
    .attachments;
}

export const attachText = tool({
  name: 'attach_text',
  title: 'Attach a text file',
  description:
    'Attaches a text as a file: a log, a table (.csv), JSON (.json). A developer’s file is internal: only developers read it.',
  effect: 'writes',
  input: record({
    number: TicketNumber,
    filename: line(1, 200, 'server.log'),
    content: Type.String({ text: 'as is', minLength: 1, maxLength: 200_000 }),
  }),
  async run({ write, receiver, texts }, { number, filename, content }) {
    const files = await receiver.text(filename, content);
    const attached = await receiver.keepDuring(
      files,
      (kept) => write((work) => attach(work, number, kept)),
      (attachments) => attachments.map(({ filename: name }) => name),
    );
    const last = attached.at(-1);
    return {
      fields: { number, name: last?.original_name, size: last?.size, is_internal: last?.is_internal },
      text: new FencedText(texts).say(`Attached to #${number}.${last?.is_internal ? ' Only developers read it.' : ''}`),
    };
  },
});
