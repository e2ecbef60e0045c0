import { Type } from 'typebox';
import { record } from '#contract/scalars.ts';
import { TicketDraft } from '#contract/tickets.ts';
import { answerOnce, fingerprintOf } from '#settings';
import { openTicket, viewTicket } from '#tickets';
import { FencedText } from '../texts/fenced-text.ts';
import { NamedProject, projectId } from './named-things.ts';
import { tool } from './tool.ts';

const { title, description, category, urgency_reporter } = TicketDraft.properties;

export const reportTicket = tool({
  name: 'report_ticket',
  title: 'Report a ticket',
  description:
    'Reports something in the name of the person. Look with find_answers first. The same idempotency_key gives the first ticket again for 24 hours, so that nothing is reported twice.',
  effect: 'writes',
  input: record({
    title,
    description,
    category,
    urgency_reporter,
    project: Type.Optional(NamedProject),
    idempotency_key: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'A random text of your own. Send the same one when you try again.',
    }),
  }),
  async run({ write, texts }, { project, idempotency_key: key, ...report }) {
    const opened = await write(async (work) => {
      const draft = { ...report, ...(project === undefined ? {} : { project_id: await projectId(work, project) }) };
      const request = { operation: 'MCP report_ticket', key, fingerprint: () => fingerprintOf(draft) };
      return answerOnce(work, request, async () => viewTicket(await openTicket(work, draft), work));
    });
    const { number, version, status } = opened;
    return { fields: { number, version, status }, text: new FencedText(texts).say(`Reported as #${number}.`) };
  },
});
