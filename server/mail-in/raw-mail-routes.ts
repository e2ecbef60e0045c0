import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { MailReceipt } from '#contract/mail-in.ts';
import { MAIL_BYTES } from '#contract/mail-in-words.ts';
import { Failure, invalidField } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { permitHeads, permitSigned } from './change-settings.ts';
import type { MailIn } from './inbound/mail-in.ts';
import { MailMemory } from './reading/mail-memory.ts';

const SignedHeaders = Type.Object({
  'kwit-recipient': Type.String({
    minLength: 3,
    maxLength: 320,
    description: 'Which of our addresses the mail is for.',
  }),
  'webhook-id': Type.Optional(Type.String({ maxLength: 200 })),
  'webhook-timestamp': Type.Optional(
    Type.String({ maxLength: 20, description: 'Seconds since 1970, at most 5 minutes off.' }),
  ),
  'webhook-signature': Type.Optional(Type.String({ maxLength: 1000, description: 'As Standard Webhooks says.' })),
});

const posting = operation({
  tag: 'Mail in',
  access: 'public',
  operationId: 'takeRawMail',
  summary: 'Hand over a mail as message/rfc822, signed as Standard Webhooks says',
  headers: SignedHeaders,
  answers: { 202: MailReceipt },
  refuses: ['unauthorized', 'not_found', 'payload_too_large', 'unsupported_media_type', 'request_timeout'],
});

/** In a context of its own: only this address takes mails as they are. */
export const rawMailRoute =
  (mailIn: MailIn) =>
  async (routes: Routes): Promise<void> => {
    const bodies = new WeakMap<object, Buffer>();
    routes.addContentTypeParser('message/rfc822', async ({ raw, headers }: FastifyRequest, body: IncomingMessage) => {
      bodies.set(raw, await collected(body, Number(headers['content-length'] ?? 0)));
    });
    const { runner, source } = mailIn.parts;
    const beforeBody = async (request: Pick<FastifyRequest, 'anonymous' | 'headers'>) => {
      await runner.read(request.anonymous, (work) => permitHeads(work, source, signedBy(request)));
    };
    routes.post('/api/mail-in/raw', { ...posting, bodyLimit: MAIL_BYTES, onRequest: beforeBody }, (request) => {
      const raw = bodies.get(request.raw);
      if (raw === undefined)
        throw new Failure('unsupported_media_type', { message: 'Send the mail as message/rfc822.' });
      return takePosted(mailIn, request, raw);
    });
  };

/** The bytes of a posted mail, piece by piece: the server would join copies of them. @param said how many there are, or 0. */
async function collected(body: IncomingMessage, said: number): Promise<Buffer> {
  const refuseLarge = (bytes: number) => {
    if (bytes > MAIL_BYTES) throw new Failure('payload_too_large');
  };
  refuseLarge(said);
  const memory = new MailMemory(said);
  // The connection stays, for the refusal.
  for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    refuseLarge(memory.bytes.length + piece.length);
    memory.take(piece);
  }
  return memory.bytes;
}

const headerOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string => String(headers[name] ?? '');

const signedBy = (request: Pick<FastifyRequest, 'headers'>) => ({
  id: headerOf(request, 'webhook-id'),
  timestamp: headerOf(request, 'webhook-timestamp'),
  signature: headerOf(request, 'webhook-signature'),
});

async function takePosted(
  mailIn: MailIn,
  request: Pick<FastifyRequest, 'anonymous' | 'headers'>,
  raw: Buffer,
): Promise<MailReceipt> {
  const { runner, source } = mailIn.parts;
  await runner.read(request.anonymous, (work) => permitSigned(work, source, { ...signedBy(request), body: raw }));
  const recipient = headerOf(request, 'kwit-recipient').trim().replace(/^<|>$/g, '');
  const taken = await mailIn.take({ raw, via: 'http', envelopeFrom: null, recipient });
  if (taken === 'unknown') throw invalidField('kwit-recipient', 'format', 'Name one of the addresses of mail in.');
  if ('check' in taken) return { id: taken.check, state: 'machine' };
  return { id: taken.id, state: taken.state };
}
