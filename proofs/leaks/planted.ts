import type { Player } from '../../server/testing/cast.ts';
import type { Canaries } from './canaries.ts';

/** The planted texts, and the ids that addresses may name. */
export interface Planted {
  readonly canaries: Canaries;
  readonly people: Readonly<Record<'ada' | 'jan' | 'dev' | 'ewa', Player>>;
  readonly adaTicket: { readonly id: string; readonly number: number };
  /** Another ticket that Ada reported. Dev has closed it with an internal closure summary. */
  readonly taken: { readonly id: string };
  readonly janTicket: { readonly id: string; readonly number: number };
  /** The ids of Ada's tickets that were merged, or into which one was. */
  readonly merged: string[];
  /** Every id to try in an address. */
  readonly ids: string[];
  /** Every file name to try in an address. */
  readonly filenames: string[];
  /** Addresses with several ids in them, by their patterns. */
  readonly addresses: Record<string, readonly string[]>;
  /** The address of the webhook. */
  readonly hook: string;
}
