import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery, type User } from '../backend/sign-in.ts'

/** Who is signed in. Below the frame there is always someone. */
export function useMe(): User {
  return useSuspenseQuery(meQuery).data
}

export const useIsDeveloper = (): boolean => useMe().role === 'developer'
