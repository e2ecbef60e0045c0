import type { RelationType } from '../../contract/relations.ts'

/** How two tickets belong together: `from` blocks or duplicates `to`. `related` has no direction worth the name. */
export interface Relation {
  readonly from_id: string
  readonly to_id: string
  readonly relation_type: RelationType
}

/** What somebody says of two tickets, seen from the first. */
export interface Saying {
  readonly from_id: string
  readonly to_id: string
  /** Left out: only that they belong together. */
  readonly relation_type?: RelationType | undefined
}

/**
 * The one link of two tickets after somebody has said how they belong together. The last word holds, so that nothing
 * contradicts itself (A blocks B, B blocks A); a word that says nothing new leaves the link as it is.
 *
 * @returns `known` itself when nothing changes.
 */
export function restated(known: Relation | undefined, said: Saying): Relation {
  const { from_id, to_id, relation_type } = said
  if (known === undefined) return { from_id, to_id, relation_type: relation_type ?? 'related' }
  if (relation_type === undefined) return known
  const isSame = known.relation_type === relation_type && (relation_type === 'related' || known.from_id === from_id)
  return isSame ? known : { from_id, to_id, relation_type }
}
