/** What is measured: the calls, and the ratio that each is to reach. */
import type { Seeded } from './seed.ts'
import type { Call, Calls, Served } from './served.ts'

export interface Work {
  readonly name: string
  readonly calls: Calls
  /** How many make a slice. */
  readonly count: number
  readonly clients: number
  /** The ratio to the floor that it must not exceed, or the milliseconds at the median. */
  readonly reach?: number
  readonly reachMs?: number
}

async function signIn(service: Served, email: string): Promise<string> {
  await service.call({ method: 'POST', path: '/api/auth/request-otp', body: JSON.stringify({ email }) })
  const [message] = JSON.parse(await service.call({ method: 'GET', path: '/dev/mailbox' })) as { text: string }[]
  const code = /\b\d{8}\b/.exec(message?.text ?? '')?.[0]
  return JSON.parse(
    await service.call({ method: 'POST', path: '/api/auth/verify-otp', body: JSON.stringify({ email, code }) }),
  ).token
}

/** The address of a later page, or of the last when there are not so many. */
async function pageOf(service: Served, first: Call, number: number): Promise<Call> {
  let call = first
  for (let page = 1; page < number; page++) {
    const next = /<([^>]+)>; rel="next"/.exec(String((await service.answer(call)).headers.link ?? ''))?.[1]
    if (next === undefined) break
    const { pathname, search } = new URL(next, 'http://localhost')
    call = { ...first, path: pathname + search }
  }
  return call
}

export interface Works {
  readonly measured: readonly Work[]
  /** What is written beside reads: reports and comments. */
  readonly writes: Calls
}

export async function worksOf(service: Served, seeded: Seeded): Promise<Works> {
  const own = await signIn(service, seeded.reporter)
  const developer = await signIn(service, seeded.developer)
  const read = (path: string, token = developer): Call => ({ method: 'GET', path, token })
  const ticket = (n: number) => seeded.verified[n % seeded.verified.length] ?? ''
  const create: Call = {
    method: 'POST',
    path: '/api/tickets',
    token: own,
    body: JSON.stringify({ title: 'Printer jams', description: 'Every second page, since Monday. '.repeat(8) }),
  }
  const comment = (n: number): Call => ({
    method: 'POST',
    path: `/api/tickets/${ticket(n)}/comments`,
    token: developer,
    body: JSON.stringify({ content: 'Replaced the roller kit, please try again.' }),
  })
  const closing = (n: number): Call => ({
    method: 'PATCH',
    path: `/api/tickets/${ticket(n >> 1)}`,
    token: developer,
    body: JSON.stringify(
      n % 2 === 0
        ? { status: 'closed', closure_summary: 'The rollers were worn; they were replaced.' }
        : { status: 'in_progress' },
    ),
  })
  const filtered = read('/api/tickets?status=closed&category=bug&limit=10')
  const board = read('/api/tickets/board?limit=60')
  const held = String((await service.answer(board)).headers.etag)
  const search = (q: string) => read(`/api/tickets?limit=50&q=${encodeURIComponent(q)}`)
  const similar = '/api/tickets/similar?title=drukarka%20toner&description=Nie%20drukuje%20od%20poniedzia%C5%82ku'
  const reads: Work[] = [
    { name: 'ticket detail', calls: read(`/api/tickets/${seeded.ticket}`, own), count: 600, clients: 1, reach: 5 },
    { name: 'own list of 50', calls: read('/api/tickets?limit=50', own), count: 300, clients: 1, reach: 12 },
    { name: 'filtered list, page 1', calls: filtered, count: 300, clients: 1 },
    { name: 'filtered list, page 50', calls: await pageOf(service, filtered, 50), count: 300, clients: 1 },
    { name: 'board, 300 cards', calls: board, count: 100, clients: 1, reach: 60 },
    { name: 'board, unchanged', calls: { ...board, held }, count: 1000, clients: 1, reach: 5 },
    { name: 'workload', calls: read('/api/tickets/workload'), count: 50, clients: 1 },
    { name: 'stats/overview', calls: read('/api/tickets/stats/overview'), count: 600, clients: 1 },
    { name: 'search, in every second', calls: search('drukarka'), count: 100, clients: 1, reachMs: 5 },
    { name: 'search, two words', calls: search('drukarka toner'), count: 100, clients: 1, reachMs: 5 },
    { name: 'search, in a thousandth', calls: search('serwerownia'), count: 200, clients: 1, reachMs: 5 },
    { name: 'search, beginning', calls: search('tone'), count: 100, clients: 1, reachMs: 5 },
    { name: 'search, three letters', calls: search('dru'), count: 50, clients: 1, reachMs: 5 },
    { name: 'search, two letters', calls: search('dr'), count: 20, clients: 1, reachMs: 5 },
    { name: 'similar answers', calls: read(similar), count: 50, clients: 1, reachMs: 10 },
  ]
  const writes: Work[] = [
    { name: 'durable create', calls: create, count: 200, clients: 1, reach: 35 },
    { name: 'durable create, 16 clients', calls: create, count: 400, clients: 16, reach: 19 },
    { name: 'comment', calls: comment, count: 200, clients: 1 },
    { name: 'close, and open again', calls: closing, count: 200, clients: 1 },
  ]
  return { measured: [...reads, ...writes], writes: (n) => (n % 2 ? create : comment(n)) }
}
