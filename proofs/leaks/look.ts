import { type Answer, Caller } from '../../server/testing/caller.ts'
import type { Route } from '../access/routes.ts'
import { table } from '../access/table.ts'
import type { Eye } from './canaries.ts'
import type { World } from './world.ts'

/** Not swept: read in a way of its own, for whoever tries Kwit out, or pages that hold nothing of ours. */
const ELSEWHERE = /^\/api\/events\/stream$|^\/dev\/|^\/api\/(docs|openapi)|\*|^\/api\/notifications\/unsubscribe$/

/** What is asked besides the bare address; a route that needs something to answer has it here. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/api/tickets': [
    '?my=1',
    '?q=canary&snippets=1',
    '?q=toner&snippets=1',
    '?sort=number&limit=1',
    '?assignee_id=none&status=closed',
  ],
  '/api/users': ['?q=canary', '?limit=1'],
}

export const callerFor = ({ people }: World, address: string, eye: Eye): Caller =>
  eye === 'anonymous' ? new Caller(address) : people[eye]

/** The routes that are read here, by their patterns. */
export const readable = (routes: readonly Route[]): string[] => [
  ...new Set(routes.filter(({ method, url }) => method === 'GET' && !ELSEWHERE.test(url)).map(({ url }) => url)),
]

/** Each pattern with everything that may stand in its places. */
function addressesOf(pattern: string, { ids, filenames }: World): string[] {
  const places = pattern.includes(':filename') ? filenames : pattern.includes(':') ? ids : ['']
  return places.map((one) => pattern.replace(/:\w+/g, one))
}

export interface Sight {
  /** Where the canaries stand that were seen. */
  readonly seen: Set<string>
  /** The patterns that answered something. */
  readonly answered: Set<string>
  /** What failed, and was no refusal. */
  readonly accidents: string[]
}

/** Everything that can be read, by whoever calls. */
export async function lookAround(world: World, caller: Caller, patterns: readonly string[]): Promise<Sight> {
  const sight: Sight = { seen: new Set(), answered: new Set(), accidents: [] }
  for (const pattern of patterns) {
    const addresses = [...addressesOf(pattern, world), ...(QUERIES[pattern] ?? []).map((query) => pattern + query)]
    await Promise.all(
      addresses.map(async (address) =>
        note(sight, world, { what: pattern, address, answer: await caller.get(address) }),
      ),
    )
  }
  return sight
}

/** Everything that can be written, with bodies as the table of access has them, by whoever calls. */
export async function tryAll(world: World, caller: Caller): Promise<Sight> {
  const sight: Sight = { seen: new Set(), answered: new Set(), accidents: [] }
  const writes = Object.entries(table).filter(([key, { endsSession }]) => !key.startsWith('GET ') && !endsSession)
  for (const [key, { body: given }] of writes) {
    const [method = '', pattern = ''] = key.split(' ')
    for (const address of addressesOf(pattern, world)) {
      const body = typeof given === 'function' ? given({ id: world.janTicket.id, second: world.janTicket.id }) : given
      const isForm = body === undefined || body instanceof FormData
      const answer = isForm
        ? await caller.send(method, address, body)
        : await caller.send(method, address, JSON.stringify(body), { 'content-type': 'application/json' })
      note(sight, world, { what: key, address, answer })
    }
  }
  return sight
}

interface Called {
  readonly what: string
  readonly address: string
  readonly answer: Answer<unknown>
}

/** What stood in the address is nothing new to who wrote it there. */
function note({ seen, answered, accidents }: Sight, { canaries }: World, { what, address, answer }: Called): void {
  const known = canaries.in(address)
  for (const where of canaries.in(textOf(answer))) if (!known.includes(where)) seen.add(where)
  if (answer.status < 400) answered.add(what)
  if (answer.status >= 500) accidents.push(`${what}: ${answer.status}`)
}

/** Everything that came back, as one text: head, body, and what stands in a cursor. */
function textOf({ headers, bytes }: Answer<unknown>): string {
  const text = `${[...headers].flat().join('\n')}\n${bytes.toString('latin1')}`
  const cursors = [...text.matchAll(/cursor=([\w-]+)/g)].map(([, one]) =>
    Buffer.from(one ?? '', 'base64url').toString(),
  )
  return [text, ...cursors].join('\n')
}
