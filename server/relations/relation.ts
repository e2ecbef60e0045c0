import type { RelationType } from '../../contract/relations.ts';

/** How two tickets are linked: `from` blocks or duplicates `to`. The direction of `related` means nothing. */
export interface Relation {
  readonly from_id: string;
  readonly to_id: string;
  readonly relation_type: RelationType;
}

/** The link that a caller asks for, seen from the first ticket. */
export interface Saying {
  readonly from_id: string;
  readonly to_id: string;
  /** Left out: the caller says only that the tickets are linked. */
  readonly relation_type?: RelationType | undefined;
}

/**
 * The one link of two tickets after a request. The last request holds, so that links never contradict each other (A
 * blocks B, B blocks A). A request that says nothing new leaves the link as it is.
 *
 * @returns `known` itself when nothing changes.
 */
export function restated(known: Relation | undefined, said: Saying): Relation {
  const { from_id, to_id, relation_type } = said;
  if (known === undefined) return { from_id, to_id, relation_type: relation_type ?? 'related' };
  if (relation_type === undefined) return known;
  const isSame = known.relation_type === relation_type && (relation_type === 'related' || known.from_id === from_id);
  return isSame ? known : { from_id, to_id, relation_type };
}
