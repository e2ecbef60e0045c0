import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail: its parts, and its headers as they came. */
export interface ReceivedMail extends Email {
  readonly recipients: readonly string[];
  header(name: string): string | undefined;
}

/** A real SMTP server. It keeps the mails that it accepts; while `refusal` is set, it refuses all. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  readonly #arrivals = new EventEmitter();
  /** Its answer to every sender; null to accept mails. */
  refusal: string | null = null;
  /** With which token one signs in; null while nobody has to. */
  accessToken: string | null = null;
  /** The user of each sign-in. */
  readonly signedIn: string[] = [];
  /** The code of that answer. */
  code = 451;
  #server: SMTPServer | null = null;
  /** The port that it keeps when it is started again; 0 before the first start. */
  #port = 0;
  readonly #options = (): SMTPServerOptions => ({
    ...(this.accessToken === null ? { authOptional: true } : { authMethods: ['XOAUTH2'], allowInsecureAuth: true }),
    onAuth: ({ username = '', accessToken }, _session, done) => {
      const isRight = accessToken === this.accessToken;
      if (isRight) this.signedIn.push(username);
      done(isRight ? null : new Error('That token is good no longer'), isRight ? { user: username } : undefined);
    },
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 1,
    onMailFrom: (_address, _session, done) => {
      if (this.refusal === null) done();
      else done(Object.assign(new Error(this.refusal), { responseCode: this.code }));
    },
    onData: async (stream, session, done) => {
      const sent = await Array.fromAsync(stream).catch(() => null);
      // The process that sent it was killed in the midst of it.
      if (sent === null) return;
      const mail = await PostalMime.parse(Buffer.concat(sent));
      const header = (name: string) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value;
      this.received.push({ ...mail, header, recipients: session.envelope.rcptTo.map(({ address }) => address) });
      this.#arrivals.emit('mail');
      done();
    },
  });

  /** Waits for the next mail. */
  async next(): Promise<void> {
    await once(this.#arrivals, 'mail');
  }

  async start(): Promise<void> {
    const server = new SMTPServer(this.#options());
    server.on('error', () => {});
    server.listen(this.#port, '127.0.0.1');
    await once(server.server, 'listening');
    this.#server = server;
    this.#port = (server.server.address() as AddressInfo).port;
  }

  /** The settings by which Kwit sends through it. */
  get settings() {
    const from = 'Kwit <kwit@example.com>';
    return { mail_provider: 'smtp', smtp_host: '127.0.0.1', smtp_port: this.#port, smtp_from: from };
  }

  /** Ends its connections, and takes none until it is started again, at the same port. */
  close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    return new Promise((resolve) => (server === null ? resolve() : server.close(() => resolve())));
  }
}
