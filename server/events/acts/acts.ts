import { standing } from '#access';
import type { Act, ActFilter } from '#contract/acts.ts';
import { PAGE_SIZE } from '#contract/words.ts';
import { DAY, Failure, type Instant, isDeveloper, momentAt, shifted, type Work } from '#platform';
import { readSetting } from '#settings';
import { ActStore, type StoredAct } from './act-store.ts';
import { ticketIn } from './imported.ts';
import { type SeenLine, seenLines, viewAct, viewLine } from './lines.ts';
import type { Restorers } from './restorer.ts';

/** The first moment whose acts can still be taken back. */
export const undoableSince = async (work: Work): Promise<Instant> =>
  shifted(work.now, -(await readSetting(work, 'undo_days')) * DAY);

/**
 * A page of the acts of which the caller sees something, newest first (docs/rules/acts.md#who-sees-what), and the id behind
 * which the next one begins.
 */
export async function listActs(
  work: Work,
  { limit = PAGE_SIZE, ...filter }: ActFilter,
  restorers: Restorers,
  after: string | null,
): Promise<{ items: Act[]; next: string | null }> {
  const [ticket, kind, named] = [filter.ticket ?? null, filter.kind ?? null, filter.actor ?? null];
  const since = momentAt('since', filter.since);
  const wantedActor = named === 'me' ? work.actor.id : named;
  const actor = isDeveloper(work.actor) ? wantedActor : work.actor.id;
  if ((wantedActor !== null && wantedActor !== actor) || !(await seesTicket(work, ticket)))
    return { items: [], next: null };
  const inTime = await undoableSince(work);
  const seenActs: Act[] = [];
  for (let before = after; seenActs.length <= limit; ) {
    const acts = await work.of(ActStore).page({ ticket, actor, kind, since, before, limit: limit + 1 });
    const lines = await seenLines(work, acts, restorers);
    for (const act of acts) {
      const seen = lines.get(act.id) ?? [];
      if (seen.length > 0 && (ticket === null || seen.some((line) => ticketIn(line) === ticket)))
        seenActs.push(viewAct(work, act, seen, { restorers, isInTime: act.at >= inTime }));
    }
    before = acts.at(-1)?.id ?? null;
    if (acts.length <= limit) break;
  }
  const items = seenActs.slice(0, limit);
  return { items, next: seenActs.length > limit ? (items.at(-1)?.id ?? null) : null };
}

async function seesTicket(work: Work, id: string | null): Promise<boolean> {
  if (id === null) return true;
  const [ticket] = await work.of(ActStore).tickets({ ids: [id] });
  return ticket !== undefined && standing(work.actor, ticket) !== 'none';
}

/** An act with the lines that the caller sees. @throws Failure `act_not_found`, also where they see none. */
export async function findSeenAct(
  work: Work,
  id: string,
  restorers: Restorers,
): Promise<{ act: StoredAct; lines: readonly SeenLine[] }> {
  const act = await work.of(ActStore).find({ id });
  const lines = act && (await seenLines(work, [act], restorers)).get(id);
  if (act === undefined || lines === undefined) throw new Failure('act_not_found');
  return { act, lines };
}

/** Shows an act with its lines. @throws Failure `act_not_found`. */
export async function showAct(work: Work, id: string, restorers: Restorers): Promise<Act> {
  const { act, lines } = await findSeenAct(work, id, restorers);
  const isInTime = act.at >= (await undoableSince(work));
  return {
    ...viewAct(work, act, lines, { restorers, isInTime }),
    lines: lines.map((line) => viewLine(work, line)),
  };
}
