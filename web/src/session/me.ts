import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery, type User } from '../backend/sign-in.ts';

/** The signed-in user. Below the frame there always is one. */
export function useMe(): User {
  return useSuspenseQuery(meQuery).data;
}

export const useIsDeveloper = (): boolean => useMe().role === 'developer';
