import assert from 'node:assert/strict';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import PostalMime from 'postal-mime';
import { MailRefused, type Message, type SesSettings } from './mailer.ts';
import { type EndpointGuard, sesMailer } from './ses.ts';

/** In milliseconds: where the wait is the matter, and where a busy machine must not be taken for a silent endpoint. */
const [IMPATIENT, PATIENT] = [1000, 60_000];
const letter: Message = { to: 'ada@example.com', subject: 'Zażółć', text: 'gęślą jaźń', html: '<p>gęślą jaźń</p>' };

interface Call {
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: { Destination: { ToAddresses: string[] }; Content: { Raw: { Data: string } } };
}

/** A server in the place of SES: it keeps the requests, and answers as the test says. */
async function startEndpoint(t: TestContext, answer: (response: ServerResponse) => void) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    calls.push({ path: request.url, headers: request.headers, body: JSON.parse(body) });
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { calls, port: (server.address() as AddressInfo).port };
}

const settings = (port: number, more: Partial<SesSettings> = {}): SesSettings => ({
  ses_region: 'eu-central-1',
  ses_access_key_id: 'AKIDEXAMPLE',
  ses_secret_access_key: 'secret',
  ses_session_token: '',
  ses_from: 'Kwit <kwit@example.com>',
  ses_endpoint: `http://127.0.0.1:${port}`,
  ...more,
});

function mailerTo(t: TestContext, port: number, more: Partial<SesSettings> = {}, timeoutMs = PATIENT) {
  const mailer = sesMailer(settings(port, more), undefined, timeoutMs);
  t.after(() => mailer.close());
  return mailer;
}

const accepting = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"1"}');

const refusing = (status: number, name: string, message: string) => (response: ServerResponse) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name })
    .end(JSON.stringify({ message }));

async function refusalOf(sending: Promise<unknown>): Promise<MailRefused> {
  const outcome = await sending.then(
    () => 'accepted',
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof MailRefused, `expected a refusal, got ${outcome}`);
  return outcome;
}

test('sends the whole message, signed with the key and the token given', async (t) => {
  const { calls, port } = await startEndpoint(t, accepting);
  await mailerTo(t, port, { ses_session_token: 'token' }).send({
    ...letter,
    headers: { References: '<k@example.com>' },
  });
  const [call] = calls;
  assert.ok(call);
  assert.equal(call.path, '/v2/email/outbound-emails');
  assert.match(call.headers.authorization ?? '', /Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/ses\//);
  assert.equal(call.headers['x-amz-security-token'], 'token');
  assert.deepEqual(call.body.Destination.ToAddresses, [letter.to]);
  const mail = await PostalMime.parse(Buffer.from(call.body.Content.Raw.Data, 'base64'));
  assert.equal(mail.subject, letter.subject);
  assert.equal(mail.text?.trim(), letter.text);
  assert.equal(mail.html?.trim(), letter.html);
  assert.equal(mail.references, '<k@example.com>');
  assert.equal(mail.from?.address, 'kwit@example.com');
});

test('repeats a refusal in the words of the provider, and tries once', async (t) => {
  const { calls, port } = await startEndpoint(t, refusing(400, 'MessageRejected', 'Email address is not verified.'));
  const refusal = await refusalOf(mailerTo(t, port).send(letter));
  assert.equal(refusal.message, 'Email address is not verified.');
  assert.equal(calls.length, 1);
});

test('too many requests, and a fault of the provider, are refusals, and not tried again', async (t) => {
  const cases = [refusing(429, 'TooManyRequestsException', 'Slow down.'), refusing(500, 'InternalFailure', 'Oh no.')];
  for (const answer of cases) {
    const { calls, port } = await startEndpoint(t, answer);
    await refusalOf(mailerTo(t, port).send(letter));
    assert.equal(calls.length, 1);
  }
});

test('an endpoint that hangs, drips, floods or is not there is a refusal in time', { timeout: 60_000 }, async (t) => {
  const hanging = await startEndpoint(t, () => {});
  const dripping = await startEndpoint(t, (response) => {
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  });
  const flooding = await startEndpoint(t, (response) => {
    response.on('error', () => {});
    response.end(Buffer.alloc(1_000_000, ' '));
  });
  const sends = [hanging, dripping, flooding, { port: 1 }].map(({ port }) =>
    mailerTo(t, port, {}, IMPATIENT).send(letter),
  );
  await Promise.all(sends.map(refusalOf));
});

test('an endpoint that the guard forbids is not called', async (t) => {
  const { calls, port } = await startEndpoint(t, accepting);
  const guard = { check: () => Promise.reject(new Error('Private address.')), lookupFor: () => lookup };
  const mailer = sesMailer(settings(port), guard, PATIENT);
  assert.equal((await refusalOf(mailer.send(letter))).message, 'Private address.');
  assert.equal(calls.length, 0);
  await mailer.close();
});

test('the name of the endpoint is resolved by the guard', async (t) => {
  const { calls, port } = await startEndpoint(t, accepting);
  const resolved: string[] = [];
  const guard: EndpointGuard = {
    check: async () => {},
    lookupFor: () => (name, options, done) => {
      resolved.push(name);
      lookup('127.0.0.1', options, done);
    },
  };
  const mailer = sesMailer(settings(port, { ses_endpoint: `http://ses.example.com:${port}` }), guard, PATIENT);
  await mailer.send(letter);
  await mailer.close();
  assert.deepEqual(resolved, ['ses.example.com']);
  assert.equal(calls.length, 1);
});

test('settings without a region or a sender are refused before anything is sent', async (t) => {
  assert.match((await refusalOf(mailerTo(t, 1, { ses_region: '' }).send(letter))).message, /ses_region/);
  assert.match((await refusalOf(mailerTo(t, 1, { ses_from: '' }).send(letter))).message, /ses_from/);
});
