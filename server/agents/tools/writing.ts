import { Type } from 'typebox';
import { permitFields, permitWorking, standing } from '#access';
import type { Attachment } from '#contract/attachments.ts';
import { CommentDraft } from '#contract/comments.ts';
import { line, nullable, oneOf, record } from '#contract/scalars.ts';
import { fieldsWith, PLAN_FIELDS } from '#contract/ticket-fields.ts';
import { TicketChanges, TicketDraft } from '#contract/tickets.ts';
import { STATUSES } from '#contract/words.ts';
import { addAttachments, type NewAttachment, postComment, viewAttachment } from '#conversation';
import { Failure, invalidField, pick, type Work } from '#platform';
import { answerOnce, fingerprintOf } from '#settings';
import { changeTicket, findTicket, holdToSay, openTicket, viewTicket } from '#tickets';
import { assigneeId, NamedAssignee, NamedProject, projectId, TicketNumber, ticketId } from './naming.ts';
import { agreementOf, said, type ToolAnswer, type ToolCall, type ToolQuestion, tool } from './tool.ts';

/** A developer's file comes with an internal comment, so that it does not leave for the reporter. */
async function attach(work: Work, number: number, files: readonly NewAttachment[]): Promise<Attachment[]> {
  const id = await ticketId(work, number);
  const ticket = await holdToSay(work, id);
  if (standing(work.actor, ticket) !== 'worker') return (await addAttachments(work, ticket, files)).map(viewAttachment);
  const content = files.map(({ originalName }) => originalName).join(', ');
  return (await postComment(work, ticket, { content, is_internal: true }, { files: files })).attachments;
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
      (stored) => write((work) => attach(work, number, stored)),
      (attachments) => attachments.map(({ filename: name }) => name),
    );
    const last = attached.at(-1);
    const fields = { number, name: last?.original_name, size: last?.size, is_internal: last?.is_internal };
    return said(texts, `Attached to #${number}.${last?.is_internal ? ' Only developers read it.' : ''}`, fields);
  },
});

const {
  closure_summary,
  closure_question,
  closure_shared,
  closure_found_by,
  fields: ofClosing,
} = TicketChanges.properties;

type Answer = Pick<
  TicketChanges,
  'closure_summary' | 'closure_question' | 'closure_shared' | 'closure_found_by' | 'fields'
>;

/** All of an answer but its text, a line each. */
const otherLines = ({ fields = {}, closure_found_by: words = [] }: Answer): string =>
  Object.entries({ ...(words.length === 0 ? {} : { 'also found by': words.join(', ') }), ...fields })
    .map(([key, value]) => `\n${key}: ${JSON.stringify(value)}`)
    .join('');

/** Asks with the whole mail. @throws Failure whatever refuses the closing by itself. */
async function question(call: ToolCall, number: number, answer: Answer): Promise<ToolQuestion> {
  return call.read(async (work) => {
    permitFields(work.actor, { status: 'closed' });
    const ticket = await findTicket(work, await ticketId(work, number));
    permitWorking(work.actor, ticket);
    const { id, version, status } = ticket;
    if (status === 'closed') throw new Failure('validation_error', { message: `#${number} is closed already.` });
    const mail = await call.closingMail(id, answer.closure_summary ?? '')(work);
    return {
      question: `Close #${number} with this answer?\n\n${answer.closure_summary}${otherLines(answer)}\n\n----\n${mail}`,
      about: `${version} ${agreementOf(number, version, answer)}`,
    };
  });
}

/**
 * Changes a ticket of that version.
 *
 * @throws Failure `forbidden` for a change after which the person would not see it: the app asks them first.
 */
async function change(work: Work, number: number, changes: TicketChanges, version: number) {
  const ticket = await changeTicket(work, await ticketId(work, number), changes, (now) => now === version);
  if ('isGone' in ticket)
    throw new Failure('forbidden', {
      message: 'The person would not see the ticket any more; let them move it themselves.',
    });
  return viewTicket(ticket, work);
}

async function close(call: ToolCall, number: number, answer: Answer, agreedTo: string): Promise<ToolAnswer> {
  const agreedVersion = Number(agreedTo.split(' ')[0]);
  if (agreedTo !== `${agreedVersion} ${agreementOf(number, agreedVersion, answer)}`)
    throw new Failure('forbidden', { message: 'The person agreed to another answer. Ask again.' });
  const ticket = await call.write((work) => change(work, number, { status: 'closed', ...answer }, agreedVersion));
  return said(call.texts, `Closed #${number}.`, { number, version: ticket.version, status: ticket.status });
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
    found_by: closure_found_by,
    fields: ofClosing,
  }),
  async run(call, { number, answer, question: about, shared, found_by, fields }) {
    const closure: Answer = {
      closure_summary: answer,
      ...(about === undefined ? {} : { closure_question: about }),
      ...(shared === undefined ? {} : { closure_shared: shared }),
      ...(found_by === undefined ? {} : { closure_found_by: found_by }),
      ...(fields === undefined ? {} : { fields }),
    };
    if (call.hasDeclined) throw new Failure('forbidden', { message: 'The person did not agree. Nothing was done.' });
    if (call.agreedTo !== null) return close(call, number, closure, call.agreedTo);
    return question(call, number, closure);
  },
});

/**
 * Whether a comment is internal (docs/rules/mcp.md#comments). A developer's is, unless they say that it is public: it would
 * leave for its reporter by mail.
 *
 * @throws Failure `validation_error` when it cannot be both, or neither.
 */
export function isInternalComment(
  isWorker: boolean,
  { internal, public: isPublic }: Partial<Record<'internal' | 'public', boolean | undefined>>,
): boolean {
  if (internal === true && isPublic === true)
    throw invalidField('public', 'not', 'A comment is internal or public, not both.');
  if (!isWorker) return internal === true;
  if (internal === false && isPublic !== true)
    throw invalidField('public', 'required', 'Send public: true for a comment that its reporter reads and is mailed.');
  return isPublic !== true;
}

export const commentTool = tool({
  name: 'comment',
  title: 'Comment on a ticket',
  description:
    'Writes a comment in the name of the person. By a developer it is internal: only developers read it. With public: true its reporter reads it and is mailed.',
  effect: 'writes',
  input: record({
    number: TicketNumber,
    content: CommentDraft.properties.content,
    internal: Type.Optional(Type.Boolean({ description: 'Only developers read it. For developers: unless public.' })),
    public: Type.Optional(Type.Boolean({ description: 'Its reporter reads it too, and is mailed.' })),
  }),
  async run({ write, texts }, { number, content, ...visibility }) {
    const comment = await write(async (work) => {
      const ticket = await holdToSay(work, await ticketId(work, number));
      const draft = { content, is_internal: isInternalComment(standing(work.actor, ticket) === 'worker', visibility) };
      return postComment(work, ticket, draft);
    });
    const who = comment.is_internal ? 'Only developers read it.' : 'Everybody on the ticket reads it.';
    const fields = { number, comment_id: comment.id, is_internal: comment.is_internal };
    return said(texts, `Commented on #${number}. ${who}`, fields);
  },
});

const { title, description, category, urgency_reporter, fields: ofReport } = TicketDraft.properties;

export const reportTicket = tool({
  name: 'report_ticket',
  title: 'Report a ticket',
  description:
    'Reports something in the name of the person. Look with find_answers first. A second call with its idempotency_key gives the first ticket again for 24 hours, so that nothing is reported twice.',
  effect: 'writes',
  input: record({
    title,
    description,
    category,
    urgency_reporter,
    fields: ofReport,
    project: Type.Optional(NamedProject),
    idempotency_key: Type.String({
      text: 'as is',
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
    return said(texts, `Reported as #${number}.`, { number, version, status });
  },
});

/** Closing is a tool of its own, for it sends a text. */
const OPEN = STATUSES.filter((status) => status !== 'closed') as Exclude<(typeof STATUSES)[number], 'closed'>[];

/** The fields that a tool changes: a person alone writes texts that others read. */
const CHANGED = [...fieldsWith({ kind: 'word' }), ...PLAN_FIELDS, 'internal_note', 'fields'] as const;

export const updateTicket = tool({
  name: 'update_ticket',
  title: 'Change a ticket',
  description:
    'Changes what a ticket is: status, priority, category, project, assignee, plan, internal note, fields of its category. Read it first and send its version: if somebody has changed it since, nothing is done. Neither title nor description can be changed here.',
  effect: 'writes',
  input: record({
    number: TicketNumber,
    version: Type.Integer({ minimum: 1, description: 'As get_ticket told it.' }),
    ...pick(TicketChanges.properties, ...CHANGED),
    status: Type.Optional(oneOf(OPEN)),
    project: Type.Optional(nullable(NamedProject)),
    assignee: Type.Optional(NamedAssignee),
  }),
  async run({ write, texts }, { number, version, project, assignee, ...fields }) {
    const ticket = await write(async (work) => {
      const changes: TicketChanges = {
        ...fields,
        ...(project === undefined ? {} : { project_id: project === null ? null : await projectId(work, project) }),
        ...(assignee === undefined
          ? {}
          : { assignee_id: assignee === 'none' ? null : await assigneeId(work, assignee) }),
      };
      return change(work, number, changes, version);
    });
    const { version: now, status, priority: pressing, assignee_id } = ticket;
    const summary = { number, version: now, status, priority: pressing, assignee_id };
    return said(texts, `Changed #${number}, which has version ${now} now.`, summary);
  },
});
