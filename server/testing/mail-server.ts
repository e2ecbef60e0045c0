import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail: its parts, and its headers as they came. */
export interface ReceivedMail extends Email {
  readonly recipients: readonly string[]
  header(name: string): string | undefined
}

/** A real SMTP server. It keeps the mails that it accepts; while `refusal` is set, it refuses all. */
export class MailServer {
  readonly received: ReceivedMail[] = []
  /** Its answer to every sender; null to accept mails. */
  refusal: string | null = null
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 1,
    onMailFrom: (_address, _session, done) => {
      if (this.refusal === null) done()
      else done(Object.assign(new Error(this.refusal), { responseCode: 451 }))
    },
    onData: async (stream, session, done) => {
      const mail = await PostalMime.parse(Buffer.concat(await Array.fromAsync(stream)))
      const header = (name: string) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value
      this.received.push({ ...mail, header, recipients: session.envelope.rcptTo.map(({ address }) => address) })
      done()
    },
  })

  async start(): Promise<void> {
    this.#server.on('error', () => {})
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server.server, 'listening')
  }

  /** The settings by which Kwit sends through it. */
  get settings() {
    const { port } = this.#server.server.address() as AddressInfo
    return { mail_provider: 'smtp', smtp_host: '127.0.0.1', smtp_port: port, smtp_from: 'Kwit <kwit@example.com>' }
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
