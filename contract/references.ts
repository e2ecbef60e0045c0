import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, oneOf, record } from './scalars.ts'

export const REFERENCE_TYPES = ['git_pr', 'deployment', 'monitoring', 'other'] as const

export const ExternalReference = record({
  id: Id,
  ref_type: oneOf(REFERENCE_TYPES),
  url: Type.String(),
  title: nullable(Type.String()),
  created_by: nullable(Id),
  created_by_name: nullable(Type.String()),
  created_at: Instant,
})
export type ExternalReference = Static<typeof ExternalReference>
