import type { Actor, Work } from '#platform';
import { targetsNow } from './targets-now.ts';
import { replay, type WaitRun, type WaitStep, waitStepsOf } from './wait-rule.ts';
import { type StoredWait, WaitStore } from './wait-store.ts';
import { endWait, reckonAnew, waitRow } from './waits.ts';

type Merge = Awaited<ReturnType<WaitStore['merges']>>[number];

/** The steps that each ticket makes by itself, and the merges. */
interface Source {
  readonly steps: ReadonlyMap<string, readonly WaitStep[]>;
  /** The ids of those that are closed. */
  readonly closed: ReadonlySet<string>;
  readonly merges: readonly Merge[];
}

/** The tickets, everything that was joined to them, and what they were joined to. */
async function withJoined(work: Work<Actor>, ids: readonly string[]): Promise<{ all: string[]; merges: Merge[] }> {
  const all = new Set(ids);
  const merges = new Map<string, Merge>();
  for (let next = [...all]; next.length > 0; ) {
    const rows = await work.of(WaitStore).merges({ ids: next });
    for (const merge of rows) merges.set(merge.ticket_id, merge);
    next = rows.flatMap(({ ticket_id, into_id }) => [ticket_id, into_id]).filter((id) => !all.has(id));
    for (const id of next) all.add(id);
  }
  return { all: [...all], merges: [...merges.values()] };
}

async function readSource(work: Work<Actor>, ids: readonly string[]): Promise<Source> {
  const store = work.of(WaitStore);
  const { all, merges } = await withJoined(work, ids);
  const reports = await store.reports({ ids: all });
  const wordsOf = Map.groupBy(await store.words({ ids: all }), ({ ticket_id }) => ticket_id);
  const closingsOf = Map.groupBy(await store.closings({ ids: all }), ({ ticket_id }) => ticket_id);
  const mergeOf = new Map(merges.map((merge) => [merge.ticket_id, merge]));
  const settled = (await store.ofTickets({ ids: all })).filter(
    (wait) => wait.is_imported && wait.ended_by === 'closed',
  );
  const steps = reports.map((report): [string, WaitStep[]] => {
    const merge = mergeOf.get(report.id);
    const closed = closingsOf.get(report.id) ?? [];
    const own: WaitStep[] = (wordsOf.get(report.id) ?? [])
      .filter(({ id }) => id !== merge?.notice_id)
      .flatMap((word) => waitStepsOf({ ...word, is_developer: word.is_developer === 1 }, report.reporter_id));
    if (report.reporter_works === 0) own.push({ kind: 'asked', by: 'reporter', at: report.created_at, id: report.id });
    own.push(...closed.map(({ id, created_at }): WaitStep => ({ kind: 'closed', at: created_at, id })));
    // A ticket that came without a history has been closed since then.
    const closedAt = merge === undefined ? report.closed_at : merge.closed_at;
    if (closed.length === 0 && closedAt !== null) own.push({ kind: 'closed', at: closedAt, id: LAST });
    // A ticket that came closed waited for nobody, whatever was said behind its closing.
    for (const { ended_at: at, ticket_id } of settled)
      if (ticket_id === report.id && at !== null) own.push({ kind: 'closed', at, id: LAST });
    return [report.id, own];
  });
  const closed = new Set(reports.flatMap(({ id, status }) => (status === 'closed' ? id : [])));
  return { steps: new Map(steps), merges, closed };
}

/** Sorts behind every id. */
const LAST = '~';

/** Every run of a ticket, by what stands on it and on what was joined to it. */
function runsOf(id: string, { steps, merges }: Pick<Source, 'steps' | 'merges'>): WaitRun[] {
  const joined = merges
    .filter(({ into_id }) => into_id === id)
    .flatMap(({ ticket_id, merged_at: at, notice_id }): WaitStep[] => {
      const run = runsOf(ticket_id, { steps, merges }).findLast(({ ended_by }) => ended_by === 'merged');
      return run === undefined ? [] : [{ kind: 'joined', at, id: notice_id, run }];
    });
  const merge = merges.find(({ ticket_id }) => ticket_id === id);
  const merged: WaitStep[] = merge === undefined ? [] : [{ kind: 'merged', at: merge.merged_at, id: merge.notice_id }];
  return replay([...(steps.get(id) ?? []), ...joined, ...merged]);
}

/** The runs of tickets, and of all that they are merged with, rebuilt from comments and history. */
export const rebuildRuns = async (work: Work<Actor>, ids: readonly string[]): Promise<ReadonlyMap<string, WaitRun[]>> =>
  runsIn(await readSource(work, ids));

const runsIn = (source: Source): ReadonlyMap<string, WaitRun[]> =>
  new Map([...source.steps.keys()].map((id) => [id, runsOf(id, source)]));

/** The run of a ticket that came closed ends with its last word. */
function settledRun(ticket: string, run: WaitRun, { steps, closed }: Source): WaitRun {
  if (run.ended_at !== null || !closed.has(ticket)) return run;
  const last = (steps.get(ticket) ?? []).reduce((latest, { at }) => (at > latest ? at : latest), run.since);
  return { ...run, ended_at: last, ended_by: 'closed' };
}

export interface Reconciling {
  /** The comment that its author has taken back. */
  readonly withdrawn?: string;
  /** The comment that is back after that. */
  readonly restored?: string;
  /** Whether waits that are new here came with an import. */
  readonly isImport?: boolean;
}

/** Waits become what comments and history say; what is over and stays so keeps what it had. @returns how many are new. */
export async function reconcileWaits(
  work: Work<Actor>,
  ids: readonly string[],
  how: Reconciling = {},
): Promise<number> {
  const store = work.of(WaitStore);
  const source = await readSource(work, ids);
  const rebuilt = runsIn(source);
  const stored = (await store.ofTickets({ ids: [...rebuilt.keys()] })).map((wait) =>
    wait.began_id === how.restored && wait.ended_by === 'withdrawn' ? { ...wait, ended_by: null } : wait,
  );
  const { pairs, begun, leftover } = matched(rebuilt, stored);
  for (const wait of leftover) await takeAway(work, wait, how.withdrawn);
  // A ticket has one run at most that goes on: those that end come first.
  for (const pair of pairs.toSorted((a, b) => Number(isOver(b)) - Number(isOver(a)))) await follow(work, pair);
  if (begun.length === 0) return 0;
  const now = how.isImport ? null : await targetsNow(work);
  const facts = await store.facts(begun.map(({ ticket }) => ticket));
  const rows = begun.map(({ ticket, run }) => {
    const own = how.isImport ? settledRun(ticket, run, source) : run;
    return waitRow(work, ticket, own, { now, facts: facts.get(ticket) });
  });
  await store.addEach({ rows });
  return rows.length;
}

interface RunOfTicket {
  readonly ticket: string;
  readonly run: WaitRun;
}
type Pair = RunOfTicket & { readonly wait: StoredWait };

const isOver = ({ run }: RunOfTicket): boolean => run.ended_at !== null;

/** Which stored wait is which run: by what began it, on its own ticket, or else on the one to which its words went. */
export function matched(rebuilt: ReadonlyMap<string, readonly WaitRun[]>, stored: readonly StoredWait[]) {
  const left = new Set(stored.filter(({ ended_by }) => ended_by !== 'withdrawn'));
  const pairs: Pair[] = [];
  const isUnpaired =
    (isHere: boolean) =>
    ({ ticket, run }: RunOfTicket) => {
      const wait = [...left].find(
        ({ began_id, ticket_id }) => began_id === run.began_id && (!isHere || ticket_id === ticket),
      );
      if (wait === undefined) return true;
      left.delete(wait);
      pairs.push({ wait, ticket, run });
      return false;
    };
  const all = [...rebuilt].flatMap(([ticket, runs]) => runs.map((run) => ({ ticket, run })));
  const begun = all.filter(isUnpaired(true)).filter(isUnpaired(false));
  return { pairs, begun, leftover: [...left] };
}

async function takeAway(work: Work<Actor>, wait: StoredWait, withdrawn: string | undefined): Promise<void> {
  const end = { ended_at: work.now, ended_by: 'withdrawn', used_minutes: null, result: null } as const;
  if (wait.began_id === withdrawn) await work.of(WaitStore).change(wait.id, end);
  else await work.of(WaitStore).delete(wait.id);
}

/** Whether a stored wait is as the run is. */
export const isAs = (wait: StoredWait, { since, began_by, ended_at, ended_by }: WaitRun): boolean =>
  wait.since === since && wait.began_by === began_by && wait.ended_at === ended_at && wait.ended_by === ended_by;

async function follow(work: Work<Actor>, { wait, ticket, run }: Pair): Promise<void> {
  const store = work.of(WaitStore);
  const { since, began_by, ended_at, ended_by } = run;
  if (isAs(wait, run) && wait.ticket_id === ticket) return;
  const placed = { ...wait, ticket_id: ticket, began_by, since };
  await store.change(wait.id, { ticket_id: ticket, began_by, since });
  if (isAs(placed, run) && wait.since === since) return;
  if (ended_at === null) await store.change(wait.id, { ended_at, ended_by, used_minutes: null, result: null });
  const isDueAnew = ended_at === null || wait.since !== since;
  const [due = null] = isDueAnew ? await reckonAnew(work, [placed], await targetsNow(work)) : [];
  if (ended_at !== null) await endWait(work, { ...placed, ...due, promised: wait.promised }, run);
}
