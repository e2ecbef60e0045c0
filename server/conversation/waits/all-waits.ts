import type { Actor, MigrationWatcher, Runner, Work } from '#platform';
import { isAs, matched, rebuildRuns, reconcileWaits } from './reconcile.ts';
import { WaitStore } from './wait-store.ts';

/** How many numbers of tickets are looked at together. */
const AT_ONCE = 500;

/** A change of the schema leaves this counter where tickets were reported before waits were kept. */
const UNFILLED = 'waits filled';
/** Its name where an upgrade says what it does. */
const FILLING = 'filling of waits';

/** Fills the waits of tickets that a version before left, from comments and history, as one more change of the schema. */
export async function fillWaits(work: Work<Actor>, { onBegin, onEnd }: MigrationWatcher): Promise<void> {
  const store = work.of(WaitStore);
  if ((await store.counter({ name: UNFILLED })) === undefined) return;
  onBegin?.(FILLING);
  const began = performance.now();
  const { number: newest } = await store.newest();
  let rows = 0;
  for (let after = 0; after < (newest ?? 0); after += AT_ONCE) {
    const ids = await store.numbered(after, after + AT_ONCE);
    await store.markReporters({ ids });
    rows += await reconcileWaits(work, ids);
    // PostgreSQL knows nothing of a table that is new, and would read all of it each time.
    if (after === 0) await store.analyze();
  }
  await store.dropCounter({ name: UNFILLED });
  onEnd?.({ name: FILLING, rows, ms: Math.round(performance.now() - began) });
}

/** The result of a comparison of waits with comments and history. */
export interface WaitsVerified {
  readonly tickets: number;
  readonly waits: number;
  /** The numbers of the tickets of which a wait is not as they say, at most a hundred. */
  readonly differing: readonly number[];
  readonly differ: number;
}

/** Rebuilds every wait from comments and history, and compares. It changes nothing. */
export async function verifyWaits(runner: Runner, context: Parameters<Runner['read']>[0]): Promise<WaitsVerified> {
  const { number: newest } = await runner.read(context, (work) => work.of(WaitStore).newest());
  const all = { tickets: 0, waits: 0, differ: 0, differing: [] as number[] };
  for (let after = 0; after < (newest ?? 0); after += AT_ONCE) {
    const some = await runner.snapshot(context, (work) => verifySome(work, after));
    all.tickets += some.tickets;
    all.waits += some.waits;
    all.differ += some.differing.length;
    all.differing.push(...some.differing.slice(0, 100 - all.differing.length));
  }
  return all;
}

async function verifySome(work: Work<Actor>, after: number) {
  const store = work.of(WaitStore);
  const ids = await store.numbered(after, after + AT_ONCE);
  const rebuilt = await rebuildRuns(work, ids);
  const runs = new Map(ids.map((id) => [id, rebuilt.get(id) ?? []]));
  const stored = await store.ofTickets({ ids });
  const { pairs, begun, leftover } = matched(runs, stored);
  const numbers = await store.facts(ids);
  const wrong = [
    ...pairs
      .filter(({ wait, ticket, run }) => wait.ticket_id !== ticket || !isAs(wait, run))
      .map(({ ticket }) => ticket),
    ...begun.map(({ ticket }) => ticket),
    ...leftover.map(({ ticket_id }) => ticket_id),
  ];
  const differing = [...new Set(wrong)].map((id) => numbers.get(id)?.number ?? 0);
  return { tickets: ids.length, waits: stored.length, differing };
}
