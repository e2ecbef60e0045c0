import type { Work } from '#platform';
import { ActStore, type StoredAct, type StoredLine } from './act-store.ts';

/** Notes of lines that they were put back by what was recorded since. */
export async function settle(
  work: Work,
  lines: readonly StoredLine[],
  act: Pick<StoredAct, 'id' | 'undoes_id'>,
  from: number,
): Promise<void> {
  const made = work.lines.slice(from);
  for (const line of lines) {
    const own = made.find(
      ({ ticketId = null, thing, field }) =>
        ticketId === line.ticket_id && field === line.field && (thing?.id ?? null) === line.thing_id,
    );
    if (own) own.undoesId = line.id;
  }
  await work.of(ActStore).mark({ act_id: act.id, ids: lines.map(({ id }) => id), undone_by_id: work.actId });
  for (const line of lines) await markLower(work, act, line);
}

/** The line that a line had put back is there again once that is put back itself, and so on. */
async function markLower(work: Work, act: Pick<StoredAct, 'id' | 'undoes_id'>, line: StoredLine): Promise<void> {
  let stands = false;
  let [lower, upperAct] = [line.undoes_id, act.undoes_id];
  for (let by = act.id; lower !== null && upperAct !== null; stands = !stands) {
    await work.of(ActStore).mark({ act_id: upperAct, ids: [lower], undone_by_id: stands ? by : null });
    const upper = await work.of(ActStore).line({ act_id: upperAct, id: lower });
    by = upperAct;
    [lower, upperAct] = [upper?.undoes_id ?? null, (await work.of(ActStore).find({ id: upperAct }))?.undoes_id ?? null];
  }
}

/**
 * Makes a change that takes the last line of a field back in its own way: an unmerge. It is the undo of that line's act;
 * where there is none, as of a merge by an older version, it is a change like any other.
 */
export async function takeLineBack(
  work: Work,
  ticket: string,
  field: string,
  change: () => Promise<void>,
): Promise<void> {
  const line = await work.of(ActStore).openLine({ ticket, field });
  const act = line && (await work.of(ActStore).find({ id: line.act_id }));
  if (act !== undefined) work.act.undoes = act.id;
  const from = work.lines.length;
  await change();
  if (line !== undefined && act !== undefined) await settle(work, [line], act, from);
}
