/** The calls that the bench measures, and the ratio to the floor that each should stay below. */
import { Prose } from './prose.ts';
import type { Contents } from './seed.ts';
import type { Call, Calls, ServerProcess } from './server-process.ts';
import { signIn } from './sign-in.ts';

/** Calls after which a work that is cheap costs what it costs in a service that has run for a while. */
const WARM_UP = 10_000;
/** Calls after which the compiler is done with a work that is dear: a board cost twice as much in the first 700. */
export const FEWEST_WARM_UP = 1000;

export interface Scenario {
  readonly name: string;
  readonly calls: Calls;
  /** How many calls make a slice. */
  readonly count: number;
  readonly clients: number;
  /** How many calls come before the first slice; `FEWEST_WARM_UP` unless said. */
  readonly warmUp?: number;
  /** The ratio to the floor that it should not exceed on SQLite and on PostgreSQL. */
  readonly target?: OnEach;
  /** The milliseconds that one client should wait at the median; with a million tickets those of `targetMsOfMany`. */
  readonly targetMs?: OnEach;
  readonly targetMsOfMany?: OnEach;
}

type OnEach = readonly [sqlite: number, postgres: number];

/** More tickets than this are many. */
const MANY = 100_000;

/** The targets of a scenario on a database of that size. */
export function toReach({ target, targetMs, targetMsOfMany }: Scenario, database: string, tickets: number) {
  const of = (both?: OnEach) => both?.[database === 'sqlite' ? 0 : 1] ?? null;
  return { target: of(target), targetMs: of(tickets > MANY ? targetMsOfMany : targetMs) };
}

const SEARCH = { targetMs: [2, 5], targetMsOfMany: [3, 10] } as const;

/** Follows the links of a list. @returns the call for page `number`, or for the last page when there are fewer. */
async function pageOf(service: ServerProcess, first: Call, number: number): Promise<Call> {
  let call = first;
  for (let page = 1; page < number; page++) {
    const next = /<([^>]+)>; rel="next"/.exec(String((await service.answer(call)).headers.link ?? ''))?.[1];
    if (next === undefined) break;
    const { pathname, search } = new URL(next, 'http://localhost');
    call = { ...first, path: pathname + search };
  }
  return call;
}

/** How many letters of a description an app sends with a question. */
const LONG_QUESTION = 2000;

const WORDS_OF_REPORT = 60;

/** Questions that nobody has asked before, as two kinds of readers write them: a title, and a title with a long description. */
function similarCalls(developer: string, reporter: string): Scenario[] {
  const prose = new Prose();
  const questions = Array.from({ length: 50 }, () => ({
    title: prose.title(),
    description: prose.words(300).slice(0, LONG_QUESTION),
  }));
  const asking = (token: string, isLong: boolean) => (n: number) => {
    const { title = '', description = '' } = questions[n % questions.length] ?? {};
    const query = new URLSearchParams({ title, description: isLong ? description : '' });
    return { method: 'GET', path: `/api/tickets/similar?${query}`, token };
  };
  return [
    { who: 'developer', token: developer },
    { who: 'reporter', token: reporter },
  ].flatMap(({ who, token }) => [
    { name: `similar answers, a title, ${who}`, calls: asking(token, false), count: 50, clients: 1 },
    {
      name: `similar answers, a long text, ${who}`,
      calls: asking(token, true),
      count: 50,
      clients: 1,
      targetMs: [8, 15],
      targetMsOfMany: [12, 30],
    },
  ]);
}

/** Reports have words as frequent as all have: those that are all alike would be a topic of their own, which a search has to pass. */
function reportsAndComments(token: string, comment: (n: number) => Call): (n: number) => Call {
  const prose = new Prose();
  const report = (): Call => ({
    method: 'POST',
    path: '/api/tickets',
    token,
    body: JSON.stringify({ title: prose.title(), description: prose.words(WORDS_OF_REPORT) }),
  });
  return (n) => (n % 2 ? report() : comment(n));
}

export interface Scenarios {
  readonly measured: readonly Scenario[];
  /** The calls that go on beside a scenario with 16 clients: reports and comments in turns. */
  readonly writes: Calls;
}

export async function scenariosOf(service: ServerProcess, contents: Contents): Promise<Scenarios> {
  const own = await signIn(service, contents.reporter);
  const developer = await signIn(service, contents.developer);
  const read = (path: string, token = developer): Call => ({ method: 'GET', path, token });
  const ticket = (n: number) => contents.verified[n % contents.verified.length] ?? '';
  const create: Call = {
    method: 'POST',
    path: '/api/tickets',
    token: own,
    body: JSON.stringify({ title: 'Printer jams', description: 'Every second page, since Monday. '.repeat(8) }),
  };
  const comment = (n: number): Call => ({
    method: 'POST',
    path: `/api/tickets/${ticket(n)}/comments`,
    token: developer,
    body: JSON.stringify({ content: 'Replaced the roller kit, please try again.' }),
  });
  const closing = (n: number): Call => ({
    method: 'PATCH',
    path: `/api/tickets/${ticket(n >> 1)}`,
    token: developer,
    body: JSON.stringify(
      n % 2 === 0
        ? { status: 'closed', closure_summary: 'The rollers were worn; they were replaced.' }
        : { status: 'in_progress' },
    ),
  });
  const detail = read(`/api/tickets/${contents.ticket}`, own);
  const ownRows = read('/api/tickets?limit=50&view=row', own);
  const open = read('/api/tickets?status=verified,in_progress&sort=priority&limit=50&view=row');
  const filtered = read('/api/tickets?status=closed&category=bug&limit=10');
  const board = read('/api/tickets/board?limit=60&view=row');
  const etag = String((await service.answer(board)).headers.etag);
  const search = (q: string) => read(`/api/tickets?limit=50&q=${encodeURIComponent(q)}`);
  const similar = similarCalls(developer, own);
  const reads: Scenario[] = [
    { name: 'ticket detail', calls: detail, count: 600, warmUp: WARM_UP, clients: 1, target: [7, 12] },
    { name: 'own list of 50, as rows', calls: ownRows, count: 300, warmUp: WARM_UP, clients: 1, target: [12, 18] },
    { name: 'own list of 50, whole', calls: read('/api/tickets?limit=50', own), count: 300, clients: 1 },
    { name: 'list by status, as rows', calls: open, count: 300, warmUp: WARM_UP, clients: 1, target: [25, 30] },
    { name: 'filtered list, page 1', calls: filtered, count: 300, clients: 1 },
    { name: 'filtered list, page 50', calls: await pageOf(service, filtered, 50), count: 300, clients: 1 },
    { name: 'board, 300 cards as rows', calls: board, count: 100, clients: 1, target: [30, 35] },
    { name: 'board, unchanged', calls: { ...board, etag }, count: 1000, warmUp: WARM_UP, clients: 1, target: [3, 6] },
    { name: 'workload', calls: read('/api/tickets/workload'), count: 50, clients: 1 },
    { name: 'stats/overview', calls: read('/api/tickets/stats/overview'), count: 600, warmUp: WARM_UP, clients: 1 },
    { name: 'search, in every second', calls: search('drukarka'), count: 100, clients: 1, ...SEARCH },
    { name: 'search, two words', calls: search('drukarka toner'), count: 100, clients: 1, ...SEARCH },
    { name: 'search, in a thousandth', calls: search('serwerownia'), count: 200, clients: 1, ...SEARCH },
    { name: 'search, beginning', calls: search('tone'), count: 100, clients: 1, ...SEARCH },
    { name: 'search, three letters', calls: search('dru'), count: 50, clients: 1, ...SEARCH },
    { name: 'search, two letters', calls: search('dr'), count: 20, clients: 1, ...SEARCH },
    ...similar,
  ];
  const writes: Scenario[] = [
    { name: 'durable create', calls: create, count: 200, clients: 1, target: [45, 50] },
    { name: 'durable create, 16 clients', calls: create, count: 400, clients: 16, target: [14, 40] },
    { name: 'comment', calls: comment, count: 200, clients: 1, target: [70, 70] },
    { name: 'close, and open again', calls: closing, count: 200, clients: 1 },
  ];
  return { measured: [...reads, ...writes], writes: reportsAndComments(own, comment) };
}
