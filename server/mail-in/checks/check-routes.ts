import { MailInCheck, MailInCheckDraft, MailInStatus } from '#contract/mail-in.ts';
import { IdPath } from '#contract/scalars.ts';
import { operation, type Routes, type Runner } from '#platform';
import { MAIL_CONTEXT } from '../inbound/take-mail.ts';
import { showStatus } from '../load.ts';
import { readMailIn } from '../settings.ts';
import { beginMailbox } from '../ways/mailbox.ts';
import { beginCheck, type MailCheckParts, runFirst, showCheck } from './run-check.ts';
import { noteCheck } from './settle-check.ts';

const administers = { tag: 'Mail in', access: 'developer', scope: 'admin' } as const;

const starting = operation({
  ...administers,
  operationId: 'startMailInCheck',
  summary: 'Run a step that proves mail in, on values that need not be saved',
  body: MailInCheckDraft,
  answers: { 202: IdPath },
  refuses: ['too_many_requests'],
});

const showing = operation({
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
  refuses: [],
});

/** The steps that prove mail in, and how it does. */
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
    routes.get('/api/mail-in/checks/:id', showing, (request) =>
      request.read((work) => showCheck(work, request.params.id)),
    );
    routes.get('/api/mail-in/status', watching, (request) => request.read(showStatus));
  };
