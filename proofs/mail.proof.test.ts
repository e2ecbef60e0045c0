import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import type { TicketTelling } from '#contract/tellings.ts';
import { HOUR } from '#platform';
import { onEachDatabase } from '../server/testing/start-app.ts';
import { size } from './size.ts';

/** 5 s for the mail server, and what a busy machine adds; in milliseconds. */
const ANSWER_WITHIN_MS = size(15_000, 6000);

/** How a mail server can refuse for good, by what it does with a connection. */
const REFUSALS: Record<string, (socket: Socket) => void> = {
  'refuses the recipient (550)': (socket) =>
    answering(socket, (line) => (/^RCPT/i.test(line) ? '550 No such user' : '250 OK')),
  'refuses the message (554)': (socket) =>
    answering(socket, (line) => (/^DATA/i.test(line) ? '554 Looks like spam' : '250 OK')),
};

/** How a mail server can fail for a while, by what it does with a connection. Slow ones come first, while few mails wait. */
const FAULTS: Record<string, (socket: Socket) => void> = {
  hangs: () => {},
  drips: (socket) => {
    const timer = setInterval(() => socket.write('2'), 200);
    socket.once('close', () => clearInterval(timer));
  },
  'offers TLS that it does not speak': (socket) =>
    answering(socket, (line) => (/^EHLO/i.test(line) ? '250-mail\r\n250 STARTTLS' : '220 Ready, but no TLS follows')),
  'hangs up': (socket) => socket.destroy(),
  resets: (socket) => socket.resetAndDestroy(),
  'is not available (421)': (socket) => socket.end('421 mail.example.com Try later\r\n'),
  'speaks nonsense': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
};

function answering(socket: Socket, answer: (line: string) => string): void {
  socket.write('220 mail.example.com\r\n');
  socket.on('data', (chunk) => {
    for (const line of String(chunk).split('\r\n').filter(Boolean)) socket.write(`${answer(line)}\r\n`);
  });
}

/** Starts a server that fails in one way. */
async function failing(fault: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    fault(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

// The tests mostly wait, so those of both databases run at once.
describe('mail', { concurrency: true }, () => {
  onEachDatabase(
    'while the mail server fails',
    (app) => {
      const points = async (port: number) => {
        const { dev } = await app().cast.all();
        const smtp = { smtp_host: '127.0.0.1', smtp_port: port, smtp_from: 'Kwit <kwit@example.com>' };
        (await dev.patch('/api/settings', { mail_provider: 'smtp', ...smtp })).is(200);
      };

      test('a code is refused in time and costs nothing of the limit, tickets are written, and mails leave afterwards or are told as refused', async (t) => {
        const { ada, dev } = await app().cast.all();
        const mails: string[] = [];
        const tickets: { id: string; number: number; refused: boolean }[] = [];
        // Refusals come first: a later one would meet the mails that wait, too.
        for (const [name, fault] of Object.entries({ ...REFUSALS, ...FAULTS })) {
          const server = await failing(fault);
          await points(portOf(server));
          const ask = async () => {
            const started = performance.now();
            const answer = await app().stranger.post('/api/auth/request-otp', { email: 'guest@example.com' });
            const { message } = answer.isRefused(503, 'mail_delivery_failed');
            assert.ok(performance.now() - started < ANSWER_WITHIN_MS, `${name}: in time`);
            assert.doesNotMatch(message, /127\.0\.0\.1|spam|No such user/, name);
          };
          const writes = async () => {
            const ticket = await ada.opens({ title: `It fails: ${name}` });
            (await dev.patches(ticket, { status: 'in_progress' })).is(200);
            tickets.push({ ...ticket, refused: name in REFUSALS });
            await app().worker.runOnce();
          };
          // Three codes reach the limit, if failed ones counted.
          await Promise.all([ask(), ask(), ask(), writes()]);
          server.close();
        }
        const smtp = new SMTPServer({
          authOptional: true,
          disabledCommands: ['STARTTLS', 'AUTH'],
          onData(stream, _session, done) {
            let text = '';
            stream.on('data', (chunk) => {
              text += chunk;
            });
            stream.on('end', () => {
              mails.push(text);
              done();
            });
          },
        });
        smtp.on('error', () => {});
        smtp.listen(0, '127.0.0.1');
        await once(smtp.server, 'listening');
        t.after(() => smtp.close());
        await points(portOf(smtp.server as unknown as Server));
        for (let n = 0; n < 3; n++) {
          app().clock.advance(HOUR);
          await app().worker.runOnce();
        }
        for (const { id, number, refused } of tickets) {
          const arrived = mails.some((text) => text.includes(`[#${number}]`) && /^To: .*ada@example.com/im.test(text));
          const receipts = (await ada.get<TicketTelling[]>(`/api/tickets/${id}/tellings`)).is(200);
          const states = receipts.filter(({ kind }) => kind === 'mail').map(({ state }) => state);
          assert.deepEqual(
            [arrived, new Set(states)],
            [!refused, new Set([refused ? 'failed' : 'accepted'])],
            `#${number}`,
          );
        }
        (await app().stranger.post('/api/auth/request-otp', { email: 'guest@example.com' })).is(200);
      });
    },
    { OTP_REQUESTS_PER_ADDRESS: '3' },
  );
});
