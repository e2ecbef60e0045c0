import type { Person } from '../actor.ts'
import { Failure } from '../failure.ts'
import type { Access } from './operation.ts'

/** @throws Failure `forbidden` when the role does not reach for a route with this access. */
export function permitAccess(access: Access | undefined, { role }: Pick<Person, 'role'>): void {
  if (access === 'developer' && role !== 'developer')
    throw new Failure('forbidden', { message: 'Only developers may do this; ask one.' })
}
