import { Type } from 'typebox';
import { Instant, record } from '#contract/scalars.ts';
import type { Config } from '../config/config.ts';
import { operation, type Routes } from '../http/operation.ts';
import { operatorAddresses } from '../http/service-routes.ts';
import type { Mailbox } from './mailbox.ts';

const MailboxMessage = record({
  id: Type.Integer(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  time: Instant,
});

const listing = operation({
  operationId: 'listMailbox',
  summary: 'Read the messages that no mail provider was there for, newest first (outside production only)',
  tag: 'Service',
  access: 'public',
  answers: { 200: Type.Array(MailboxMessage) },
  refuses: ['forbidden'],
});

/**
 * The built-in mailbox, for people who try Kwit out. Who reads it can sign in as anybody, so it has the guard of the
 * metrics. Production has none.
 */
export const mailboxRoutes =
  (mailbox: Mailbox, config: Pick<Config, 'metricsAllow' | 'trustProxy'>) =>
  async (routes: Routes): Promise<void> => {
    const permit = operatorAddresses(config);
    routes.get('/dev/mailbox', listing, async (request) => {
      permit(request);
      return mailbox.list();
    });
  };
