import assert from 'node:assert/strict';
import type { Act, Undone } from '#contract/acts.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import type { Answer } from './caller.ts';
import type { Player } from './cast.ts';

/** The act that an answer names. */
export function actOf({ headers }: Answer<unknown>): string {
  const id = headers.get('kwit-act');
  assert.ok(id, 'The answer names no act.');
  return id;
}

export const undoes = (player: Player, act: string, how: object = {}): Promise<Answer<Undone>> =>
  player.post(`/api/acts/${act}/undo`, how);

export const act = async (player: Player, id: string): Promise<Act> =>
  (await player.get<Act>(`/api/acts/${id}`)).is(200);

/** The state that an undo puts back: all but versions, history, words, and what words end and begin. */
export const stateOf = async (player: Player, ticket: { id: string }): Promise<Partial<TicketDetail>> => {
  const {
    version: _,
    updated_at: __,
    history: ___,
    comments: ____,
    wait: _____,
    ...state
  } = (await player.reads(ticket)).is(200);
  return state;
};
