import fc from 'fast-check'
import type { Player } from '../../server/testing/cast.ts'
import type { App } from '../../server/testing/start-app.ts'
import type { Ids } from '../access/row.ts'
import { aWebhook, makerFor } from '../access/things.ts'
import type { Operation } from './document.ts'
import type { Hints } from './from-schema.ts'
import type { Got } from './send.ts'

export type Who = 'reporter' | 'developer' | 'nobody'

/** Who is who when the fuzz begins, and again after whatever it does to them. */
const PEOPLE = { reporter: 'ada@example.com', developer: 'dev@example.com' } as const
/** Settings with which mail goes to the mailbox. */
const MAILBOX = {
  mail_provider: null,
  smtp_host: '',
  smtp_pass: '',
  ses_region: '',
  ses_access_key_id: '',
  ses_secret_access_key: '',
  ses_session_token: '',
}
const TICKETS = '/api/tickets/{id}'
const REMEMBERED = 40

const BODY_IDS: Readonly<Record<string, string>> = {
  project_id: '/api/projects/{id}',
  related_ticket_id: TICKETS,
  ticket_id: TICKETS,
  id: '/api/dev-tasks/{id}',
}

/** There may only be so many of some things. */
async function clear(owner: Player, path: string): Promise<void> {
  for (const { id } of (await owner.get<{ id: string }[]>(path)).is(200)) (await owner.delete(`${path}/${id}`)).is(204)
}

/** What there is: things to name in addresses and bodies, cursors to go on from, and tokens that hold. */
export class World {
  readonly #app: App
  readonly #things = new Map<string, readonly Ids[]>()
  #cursors: readonly string[] = []
  #tokens: Partial<Record<Who, string>> = {}
  #developerId = ''

  constructor(app: App) {
    this.#app = app
  }

  /** Makes one more of everything that an address can be of. */
  async furnish(operations: readonly Operation[]): Promise<void> {
    const { cast } = this.#app
    const [ada, dev] = [await cast.signsIn(PEOPLE.reporter), await cast.signsIn(PEOPLE.developer)]
    this.#tokens = { reporter: ada.token ?? '', developer: dev.token ?? '' }
    this.#developerId = dev.id
    await clear(dev, '/api/webhooks')
    await clear(ada, '/api/views')
    const scene = { app: this.#app, ...(await cast.all()), ada, dev }
    for (const path of new Set(operations.map((one) => one.path))) {
      const make = path === '/api/notifications/unsubscribe' ? null : makerFor(path.replace(/\{(\w+)\}/g, ':$1'))
      if (make) this.#things.set(path, [...(this.#things.get(path) ?? []), await make(scene)].slice(-5))
    }
  }

  /** The ids that belong together in a path. */
  readonly idsIn = (path: string): fc.Arbitrary<Ids> | null => {
    const known = this.#things.get(path)
    return known ? fc.constantFrom(...known) : null
  }

  readonly hints: Hints = (name) => {
    if (name === 'cursor') return this.#someCursor()
    if (name === 'assignee_id') return fc.constantFrom(this.#developerId)
    if (name === 'url')
      return fc.constantFrom(aWebhook.url, 'https://example.com/a', 'ftp://example.com', 'https://10.0.0.1/')
    if (name === 'attachments') return null
    const known = this.#things.get(BODY_IDS[name] ?? '')
    return known ? fc.constantFrom(...known.map(({ id }) => id ?? '')) : null
  }

  /** Real ones, and some with a letter changed. */
  #someCursor(): fc.Arbitrary<string> | null {
    if (this.#cursors.length === 0) return null
    const real = fc.constantFrom(...this.#cursors)
    const changed = fc.tuple(real, fc.nat(), fc.constantFrom('A', 'z', '0', '')).map(([cursor, place, letter]) => {
      const at = place % cursor.length
      return cursor.slice(0, at) + letter + cursor.slice(at + 1)
    })
    return fc.oneof(real, changed)
  }

  /** A token that holds: whoever was signed out or made something else has come back as what they were. */
  async tokenOf(who: Who): Promise<string | null> {
    if (who === 'nobody') return null
    this.#tokens[who] ??= (await this.#app.cast.signsIn(PEOPLE[who])).token ?? ''
    return this.#tokens[who]
  }

  /** Learns from an answer, and puts right what would end the fuzz. */
  async after(who: Who, { method, path }: Operation, { status, headers }: Got): Promise<void> {
    const cursor = /[?&]cursor=([^&>]+)/.exec(String(headers.link))?.[1]
    if (cursor) this.#cursors = [...this.#cursors, decodeURIComponent(cursor)].slice(-REMEMBERED)
    if (status === 401 || path.startsWith('/api/auth/log') || path === '/api/auth/sessions/{id}')
      delete this.#tokens[who]
    if (method === 'PATCH' && path === '/api/settings' && status === 200) await this.#openTheDoor()
  }

  /** Whatever was set: our people may sign in, and mail goes to the mailbox. */
  async #openTheDoor(): Promise<void> {
    const wish = { allowed_domains: ['example.com', 'example.org'], ...MAILBOX }
    ;(await (await this.#app.cast.ewa).patch('/api/settings', wish)).is(200)
  }
}
