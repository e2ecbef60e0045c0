import { LiveEvent, StreamHeaders, StreamQuery, StreamTicket } from '#contract/live.ts';
import { issueStreamToken, type Tokens } from '#people/serving';
import { operation, type Routes } from '#platform/serving';
import { openPlace } from '#settings';
import { answerWithEvents } from './event-stream.ts';
import { type LiveParts, LiveReader } from './live-reader.ts';

const reads = { tag: 'Events', access: 'signed-in', scope: 'read', whileReadOnly: true } as const;

const streaming = operation({
  operationId: 'streamEvents',
  summary: 'Hear of events that you may see, as they happen (server-sent events)',
  ...reads,
  query: StreamQuery,
  headers: StreamHeaders,
  answers: { 200: LiveEvent },
  refuses: ['too_many_requests'],
  produces: ['text/event-stream'],
  takesStreamToken: true,
});

const ticketing = operation({
  operationId: 'createStreamTicket',
  summary: 'Get a ticket that opens the stream once, for where no header can be sent (EventSource)',
  ...reads,
  answers: { 200: StreamTicket },
  refuses: ['too_many_requests'],
});

interface Parts extends Omit<LiveParts, 'onFailure'> {
  readonly streamTokens: Tokens;
  readonly sealingKey: Buffer;
}

export const streamRoutes =
  ({ streamTokens, sealingKey, ...parts }: Parts) =>
  async (routes: Routes): Promise<void> => {
    const onFailure = (err: unknown) => routes.log.error({ err }, 'the live stream cannot read');
    const live = new LiveReader({ ...parts, onFailure });
    routes.addHook('preClose', () => live.close());

    // The answer to a HEAD would stay open and bring nothing.
    routes.get('/api/events/stream', { ...streaming, exposeHeadRoute: false }, async (request, reply) => {
      const { id: userId, credential } = request.person;
      const sent = request.headers['last-event-id'] || request.query.last_event_id;
      const since = sent ? (openPlace(sealingKey, sent, userId) ?? sent) : null;
      answerWithEvents(reply, (stream) => {
        const client = { userId, credential, since, stream };
        live.add(client);
        return () => live.remove(client);
      });
    });
    routes.post('/api/events/stream-ticket', ticketing, async (request) => {
      await request.confirmRights();
      return request.read(async (work) => issueStreamToken(work, streamTokens));
    });
  };
