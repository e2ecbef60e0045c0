/** A real SMTP server on the loopback, and the letters that came. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Letter {
  to: string
  subject: string
  text: string
}

const TRIES_MS = 15_000

export interface Mailbox {
  port: number
  /** The next letter to an address that matches, read once. Waits for it. */
  letter: (to: string, matches?: RegExp) => Promise<Letter>
  close: () => Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const letters: Letter[] = []
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const mail: Email = await PostalMime.parse(Buffer.concat(chunks))
        for (const { address } of session.envelope.rcptTo) {
          letters.push({ to: address, subject: mail.subject ?? '', text: mail.text ?? mail.html ?? '' })
        }
        done()
        for (const wake of waiting) wake()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')

  const take = (to: string, matches: RegExp): Letter | undefined => {
    const index = letters.findIndex((letter) => letter.to === to && matches.test(`${letter.subject}\n${letter.text}`))
    return index < 0 ? undefined : letters.splice(index, 1)[0]
  }

  const letter = (to: string, matches = /./) =>
    new Promise<Letter>((resolve, reject) => {
      const look = () => {
        const found = take(to, matches)
        if (!found) return
        waiting.delete(look)
        clearTimeout(limit)
        resolve(found)
      }
      const limit = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`No letter to ${to} matches ${matches}`))
      }, TRIES_MS)
      waiting.add(look)
      look()
    })

  return {
    port: (server.server.address() as AddressInfo).port,
    letter,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
