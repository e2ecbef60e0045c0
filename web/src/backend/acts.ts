import type { QueryClient } from '@tanstack/react-query';
import type { Act, ActLine, Undone } from '../../../contract/acts.ts';
import { address, forgetActs, KwitError, write } from './client.ts';
import { pagesQuery, readQuery } from './queries.ts';

export type { Act, ActLine, Undone };

/** Acts, newest first. */
export const actsQuery = (filter: { ticket?: string; actor?: string }) =>
  pagesQuery<Act>(['acts', filter], address('/acts', { ...filter, limit: 50 }));

/** One act with its lines. */
export const actQuery = (id: string) => readQuery(['acts', id], `/acts/${id}`);

/** Whether people may gain sight of internal words by it. */
interface Confirmed {
  confirm?: true;
}

/** The effect of taking an act back, before it happens or as it happens. */
export const undoAct = (act: string, how: Confirmed & { dry_run?: true } = {}): Promise<Undone> =>
  write('POST', `/acts/${act}/undo`, { json: how });

/** Reads anew everything that an undo may have changed. */
export const refreshAll = (client: QueryClient): Promise<void> => client.invalidateQueries();

/**
 * Takes acts back, the last first.
 *
 * @returns what was left as it is because somebody changed it since.
 * @throws KwitError but for an act that somebody else has taken back meanwhile.
 */
export async function undoActs(client: QueryClient, acts: readonly string[], how: Confirmed): Promise<Undone['left']> {
  const left: Undone['left'] = [];
  try {
    for (const act of acts.toReversed()) left.push(...(await undoAct(act, how)).left);
  } catch (error) {
    if (!(error instanceof KwitError && error.code === 'already_undone')) throw error;
  } finally {
    forgetActs(acts);
    await refreshAll(client);
  }
  return left.filter(({ error }) => error !== 'not_undoable');
}
