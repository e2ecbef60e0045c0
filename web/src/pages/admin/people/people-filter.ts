/** Which people the page shows: pure, and kept in the address. */
import { ROLES, type Role } from '../../../../../contract/words.ts';
import type { ListedUser, PeopleWanted } from '../../../backend/people.ts';

export const PERSON_STATES = ['active', 'invited', 'former'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export interface PeopleFilter {
  /** Part of a name or address. */
  q: string;
  role: Role | undefined;
  state: PersonState | undefined;
}

type Search = { q?: string | undefined; role?: string | undefined; state?: string | undefined };

/** Reads the filter from the address; a word that it does not know filters nothing. */
export const filterOf = ({ q, role, state }: Search): PeopleFilter => ({
  q: q ?? '',
  role: ROLES.find((one) => one === role),
  state: PERSON_STATES.find((one) => one === state),
});

export const searchOf = ({ q, role, state }: PeopleFilter) => ({
  ...(q ? { q } : {}),
  ...(role ? { role } : {}),
  ...(state ? { state } : {}),
});

export function stateOf({ is_active, last_login }: Pick<ListedUser, 'is_active' | 'last_login'>): PersonState {
  if (!is_active) return 'former';
  return last_login === null ? 'invited' : 'active';
}

/** What the service is asked for. */
export const peopleQueryOf = ({ q, role, state }: PeopleFilter): PeopleWanted => ({
  q: q.trim() || undefined,
  role,
  ...(state === undefined ? {} : { is_active: state === 'former' ? '0' : '1' }),
  ...(state === 'active' || state === 'invited' ? { has_signed_in: state === 'active' ? '1' : '0' } : {}),
});
