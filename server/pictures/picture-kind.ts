import type { Static, TSchema } from 'typebox';
import type { FailureCode } from '../../contract/errors.ts';
import type { OperationId } from '../../contract/operation-ids.ts';
import type { Tag } from '../../contract/tags.ts';
import type { TokenScope } from '../../contract/words.ts';
import type { Actor } from '../actor.ts';
import type { Replacement, StoredPicture } from '../files/picture.ts';
import type { Work } from '../work.ts';

/** What a change answers: the owner, as a view, with the picture that it has now. */
interface Changed<O extends TSchema> extends Replacement {
  readonly owner: Static<O>;
}

/**
 * A kind of picture: who may give it to whom, at which addresses, and which operations do it. `P` are the parameters of
 * the address at which it changes, `S` of the one at which it is shown, `O` is the owner as it is answered.
 */
export interface PictureKind<P extends TSchema, S extends TSchema, O extends TSchema> {
  /** The part of the form that carries the picture. */
  readonly part: string;
  readonly tag: Tag;
  /** Who may change it. Anyone may see it. */
  readonly access: 'signed-in' | 'developer';
  readonly scope: TokenScope;
  /** POST puts a picture there, DELETE removes it. */
  readonly changedAt: { readonly path: string; readonly params?: P };
  /** GET shows it. `isVersioned`: the address that Kwit gives out ends in `?v=…`. */
  readonly shownAt: { readonly path: string; readonly params?: S; readonly isVersioned: boolean };
  readonly ids: { readonly put: OperationId; readonly show: OperationId; readonly remove: OperationId };
  readonly summaries: { readonly put: string; readonly show: string; readonly remove: string };
  /** The refusals of an address that names no owner. */
  readonly refuses: readonly FailureCode[];
  readonly owner: O;
  /** Refuses an address that names no owner, before a body is read for it. */
  readonly refuseUnknown?: (work: Work, params: Static<P>) => Promise<unknown>;
  /** Gives the owner this picture, or none. */
  change(work: Work, params: Static<P>, picture: StoredPicture | null): Promise<Changed<O>>;
  /** @throws Failure `file_not_found`, or a refusal of `refuses`. */
  find(work: Work<Actor>, params: Static<S>): Promise<StoredPicture>;
}

/** Checks a description against its own schemas. */
export const pictureKind = <P extends TSchema, S extends TSchema, O extends TSchema>(kind: PictureKind<P, S, O>) =>
  kind;
