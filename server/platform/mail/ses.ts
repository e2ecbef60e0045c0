import type { LookupFunction } from 'node:net';
import { addAbortSignal, pipeline, type Readable, Transform } from 'node:stream';
import type { SESv2Client, SESv2ClientConfig } from '@aws-sdk/client-sesv2';
import { missingPackage } from '../optional-package.ts';
import { type Mailer, MailRefused, type Message, SEND_TIMEOUT_MS, type SesSettings } from './mailer.ts';

/** Decides whether an endpoint that a developer typed in may be called (docs/rules/service.md#calls-out). */
export interface EndpointGuard {
  /** Rejects an endpoint that may not be called, for its scheme, port or host; the error says why in words. */
  check(endpoint: URL): Promise<void>;
  /**
   * A lookup that resolves the name of this endpoint to permitted addresses only; the connection goes to one of them.
   */
  lookupFor(endpoint: URL): LookupFunction;
}

const ANSWER_BYTES = 64 * 1024;

/**
 * Sends through Amazon SES (API v2). Without an access key the SDK looks for credentials in its usual places. It tries
 * a send once, which settles within `timeoutMs`. The first send loads the SDK, so that Kwit starts fast.
 */
export function sesMailer(settings: SesSettings, guard?: EndpointGuard, timeoutMs = SEND_TIMEOUT_MS): Mailer {
  let loading: Promise<SESv2Client> | undefined;
  const underWay = new Set<Promise<string | null>>();

  async function deliver(message: Message, signal: AbortSignal) {
    if (!settings.ses_region || !settings.ses_from) throw new MailRefused('Set ses_region and ses_from first.');
    const missing = missingPackage('@aws-sdk/client-sesv2');
    if (missing) throw new MailRefused(missing);
    if (settings.ses_endpoint && guard) await guard.check(new URL(settings.ses_endpoint));
    loading ??= connect(settings, guard, timeoutMs);
    const [{ SendEmailCommand }, client, raw] = await Promise.all([
      sdk(),
      loading,
      compose(settings.ses_from, message),
    ]);
    signal.throwIfAborted();
    const destination = { ToAddresses: [message.to] };
    const command = new SendEmailCommand({ Destination: destination, Content: { Raw: { Data: raw } } });
    const { MessageId: id } = await client.send(command, { abortSignal: signal });
    return id ?? null;
  }

  return {
    mode: 'ses',
    send(message) {
      const sending = withinTimeout(timeoutMs, (signal) => deliver(message, signal));
      underWay.add(sending);
      return sending.finally(() => underWay.delete(sending));
    },
    async close() {
      await Promise.allSettled(underWay);
      const client = await loading?.catch(() => undefined);
      client?.destroy();
    },
  };
}

const sdk = () => import('@aws-sdk/client-sesv2');

async function connect(settings: SesSettings, guard: EndpointGuard | undefined, timeoutMs: number) {
  const { SESv2Client } = await sdk();
  const { ses_access_key_id: accessKeyId, ses_secret_access_key: secretAccessKey } = settings;
  const lookup = settings.ses_endpoint ? guard?.lookupFor(new URL(settings.ses_endpoint)) : undefined;
  const config: SESv2ClientConfig = {
    region: settings.ses_region,
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      ...(lookup ? { httpsAgent: { lookup }, httpAgent: { lookup } } : {}),
    },
  };
  if (settings.ses_endpoint) config.endpoint = settings.ses_endpoint;
  if (accessKeyId) {
    const sessionToken = settings.ses_session_token;
    config.credentials = { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  }
  const client = new SESv2Client(config);
  boundAnswers(client, timeoutMs);
  return client;
}

/** Reads at most 64 KB of an answer, for at most `timeoutMs`: the SDK has no bounds of its own. */
function boundAnswers(client: SESv2Client, timeoutMs: number) {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as { body: Readable };
      addAbortSignal(AbortSignal.timeout(timeoutMs), response.body);
      response.body = pipeline(response.body, meter(), () => {});
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
}

function meter(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES) done(new Error('The mail provider answered with more than 64 KB.'));
      else done(null, chunk);
    },
  });
}

async function compose(from: string, message: Message): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const mail = { from, textEncoding: 'quoted-printable' as const, disableFileAccess: true, disableUrlAccess: true };
  return new MailComposer({ ...mail, ...message }).compile().build();
}

async function withinTimeout<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const timeout = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(MailRefused.timeout(timeoutMs)), { once: true });
  });
  try {
    return await Promise.race([work(signal), timeout]);
  } catch (error) {
    if (error instanceof MailRefused) throw error;
    throw signal.aborted ? MailRefused.timeout(timeoutMs) : refusal(error);
  }
}

function refusal(error: unknown): MailRefused {
  const { name, message } = error as Error;
  return new MailRefused(message || name, { cause: error });
}
