import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, use, useMemo } from 'react';
import { formerIdsQuery } from '../backend/people.ts';
import { type AnyProject, everyProjectQuery } from '../backend/projects.ts';
import { meQuery, type User } from '../backend/sign-in.ts';

/** The session, which every row of every list reads. It is observed in one place: an observer in each row would take longer than the row. */
interface Session {
  me: User;
  /** The ids of people who are gone. Only developers know them. */
  formerIds: readonly string[];
  sealedProjectIds: readonly string[];
}

const SessionContext = createContext<Session | undefined>(undefined);
const NONE: readonly string[] = [];
const sealedProjectsQuery = {
  ...everyProjectQuery,
  select: (projects: readonly AnyProject[]) => projects.filter(({ sealed }) => sealed).map(({ id }) => id),
};

/** Stands around all that somebody sees who is signed in. */
export function WithSession({ children }: { children: ReactNode }) {
  const me = useSuspenseQuery(meQuery).data;
  const formerIds = useQuery({ ...formerIdsQuery, enabled: me.role === 'developer' }).data ?? NONE;
  const sealedProjectIds = useQuery(sealedProjectsQuery).data ?? NONE;
  const value = useMemo(() => ({ me, formerIds, sealedProjectIds }), [me, formerIds, sealedProjectIds]);
  return createElement(SessionContext, { value }, children);
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('Nobody is signed in.');
  return session;
}

/** The signed-in user. Below the frame there always is one. */
export const useMe = (): User => useSession().me;

export const useIsDeveloper = (): boolean => useMe().role === 'developer';
