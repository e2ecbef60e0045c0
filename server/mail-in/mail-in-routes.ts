import { Type } from 'typebox';
import {
  CcAddress,
  InboundMail,
  InboundMailDetail,
  MailAcceptance,
  MailInCheck,
  MailInCheckDraft,
  MailInFilter,
  MailInSecret,
  MailInSettings,
  MailInSettingsChange,
  MailInStatus,
} from '#contract/mail-in.ts';
import { IdPath } from '#contract/scalars.ts';
import { PAGE_SIZE } from '#contract/words.ts';
import { Failure, idCursor, nextPage, type Runner } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { changeMailIn, makeMailInSecret } from './change-settings.ts';
import { beginCheck, type MailCheckParts, runFirst, showCheck } from './checks/run-check.ts';
import { noteCheck } from './checks/settle-check.ts';
import { acceptMail, discardMail } from './inbound/effect.ts';
import { type MailIn, rawOf } from './inbound/mail-in.ts';
import { findMail, listCcAddresses, listMails, viewMail, viewMailDetail } from './inbound/show-mails.ts';
import { MAIL_CONTEXT } from './inbound/take-mail.ts';
import { showStatus } from './load.ts';
import { rawMailRoute } from './raw-mail-routes.ts';
import { readMailIn, viewMailIn } from './settings.ts';
import { beginMailbox } from './ways/mailbox.ts';

const tag = 'Mail in';
const reads = { tag, access: 'developer', scope: 'read' } as const;
const writes = { tag, access: 'developer', scope: 'write' } as const;
const administers = { tag, access: 'developer', scope: 'admin' } as const;

const listing = operation({
  ...reads,
  operationId: 'listInboundMails',
  summary: 'List the mails that came in, newest first',
  query: MailInFilter,
  answers: { 200: Type.Array(InboundMail) },
});

const showing = operation({
  ...reads,
  operationId: 'getInboundMail',
  summary: 'Read a mail that came in, and what of it its author wrote',
  params: IdPath,
  expensive: true,
  answers: { 200: InboundMailDetail },
  refuses: ['mail_not_found'],
});

const takingAlong = operation({
  ...administers,
  operationId: 'getRawMail',
  summary: 'Take a whole mail along, as it came in',
  params: IdPath,
  answers: { 200: Type.String({ description: 'The mail, byte for byte.' }) },
  produces: ['message/rfc822'],
  refuses: ['mail_not_found'],
});

const accepting = operation({
  ...writes,
  operationId: 'acceptInboundMail',
  summary: 'Make a held mail a comment of yours, or a ticket of who wrote it',
  params: IdPath,
  body: MailAcceptance,
  isPeoples: (name, value) => name === 'remember' && value === true,
  answers: { 200: InboundMail },
  refuses: [
    'too_many_requests',
    'forbidden',
    'mail_not_found',
    'already_decided',
    'ticket_not_found',
    new Failure('ticket_not_found', { inBody: true }),
    new Failure('user_not_found', { inBody: true }),
    new Failure('project_not_found', { inBody: true }),
    'domain_not_allowed',
    'user_exists',
    'limit_reached',
    'quota_exceeded',
  ],
});

const discarding = operation({
  ...writes,
  operationId: 'discardInboundMail',
  summary: 'Take a held mail off the list',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'forbidden', 'mail_not_found', 'already_decided', 'ticket_not_found'],
});

const offering = operation({
  tag,
  access: 'signed-in',
  scope: 'read',
  operationId: 'listCcAddresses',
  summary: 'See who else was sent the mails on a ticket and may be added to it',
  params: IdPath,
  answers: { 200: Type.Array(CcAddress, { maxItems: 20 }) },
  refuses: ['forbidden', 'ticket_not_found'],
});

const makingSecret = operation({
  ...administers,
  scope: 'session',
  operationId: 'makeMailInSecret',
  summary: 'Make the secret that signs mails which programs post; the one before is good no longer',
  answers: { 201: MailInSecret },
  refuses: ['too_many_requests'],
});

const readingSettings = operation({
  ...administers,
  operationId: 'getMailInSettings',
  summary: 'Read how mails come in',
  answers: { 200: MailInSettings },
});

const changingSettings = operation({
  ...administers,
  operationId: 'changeMailInSettings',
  summary: 'Set how mails come in, once checks have proved it',
  body: MailInSettingsChange,
  isPeoples: (name) => name.startsWith('mail_in_'),
  answers: { 200: MailInSettings },
  refuses: ['too_many_requests', 'forbidden', 'not_proved', 'secret_required'],
});

/** The mails that came in, and how they do. @param hasImap whether Kwit reads a mailbox. */
export const mailInRoutes =
  (mailIn: MailIn, hasImap: boolean) =>
  async (routes: Routes): Promise<void> => {
    const { source } = mailIn.parts;
    routes.get('/api/mail-in', listing, async (request, reply) => {
      const filter = { limit: PAGE_SIZE, ...request.query };
      const before = idCursor(filter.cursor);
      const { items, next } = await request.read((work) => listMails(work, filter, before));
      nextPage(reply, request, next);
      return items;
    });
    routes.get('/api/mail-in/settings', readingSettings, (request) =>
      request.read((work) => viewMailIn(work, hasImap)),
    );
    routes.put('/api/mail-in/settings', changingSettings, (request) =>
      request.write((work) => changeMailIn(work, source, request.body, hasImap)),
    );
    routes.post('/api/mail-in/secret', makingSecret, (request) =>
      request.write((work) => makeMailInSecret(work, source)),
    );
    routes.get('/api/tickets/:id/cc', offering, (request) =>
      request.read((work) => listCcAddresses(work, request.params.id)),
    );
    addOneMail(routes, mailIn);
    await routes.register(rawMailRoute(mailIn));
  };

function addOneMail(routes: Routes, mailIn: MailIn): void {
  const { files } = mailIn.parts;
  routes.get('/api/mail-in/:id', showing, async (request) => {
    const row = await request.read((work) => findMail(work, request.params.id));
    return viewMailDetail(row, await mailIn.read(row, await rawOf(files, row)));
  });
  routes.get('/api/mail-in/:id/raw', takingAlong, async (request, reply) => {
    const row = await request.read((work) => findMail(work, request.params.id));
    const raw = await rawOf(files, row);
    if (raw === null) throw new Failure('mail_not_found', { message: 'The whole mail is kept no longer.' });
    reply.header('content-disposition', `attachment; filename="mail-${row.id}.eml"`);
    reply.type('message/rfc822');
    return reply.send(raw) as never;
  });
  routes.post('/api/mail-in/:id/accept', accepting, async (request) => {
    const row = await request.read((work) => findMail(work, request.params.id));
    if (!['held', 'failed', 'machine'].includes(row.state)) throw new Failure('already_decided');
    const mail = await mailIn.read(row, await rawOf(files, row));
    const accepted = await mailIn.keepFiles(
      mail,
      (attachments) => request.write((work) => acceptMail(work, mail, request.body, attachments)),
      () => true,
    );
    return viewMail(accepted);
  });
  routes.post('/api/mail-in/:id/discard', discarding, (request) =>
    request.write((work) => discardMail(work, request.params.id)),
  );
}

const starting = operation({
  ...administers,
  operationId: 'startMailInCheck',
  summary: 'Run a step that proves mail in, on values that need not be saved',
  body: MailInCheckDraft,
  answers: { 202: IdPath },
  refuses: ['too_many_requests'],
});

const showingCheck = operation({
  ...administers,
  operationId: 'getMailInCheck',
  summary: 'Read how a step stands, in the words of the other side',
  params: IdPath,
  answers: { 200: MailInCheck },
  refuses: ['not_found'],
});

const watching = operation({
  ...administers,
  operationId: 'getMailInStatus',
  summary: 'Read how mail in does: what came of late, what waits, and the last run of each step',
  answers: { 200: MailInStatus },
});

export const mailInCheckRoutes =
  (runner: Runner, parts: MailCheckParts) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/mail-in/checks', starting, async (request) => {
      const begun = await request.write(async (work) => {
        const isOn = (await readMailIn(work)).mail_in_domain !== null;
        if (parts.ways.mailInImap !== null) await beginMailbox(work, isOn);
        return beginCheck(work, parts.source, request.body);
      });
      const step = await runFirst(request.body.step, begun, parts, request.person);
      await runner.write(MAIL_CONTEXT, (work) => noteCheck(work, begun.id, step));
      return { id: begun.id };
    });
    routes.get('/api/mail-in/checks/:id', showingCheck, (request) =>
      request.read((work) => showCheck(work, request.params.id)),
    );
    routes.get('/api/mail-in/status', watching, (request) => request.read(showStatus));
  };
