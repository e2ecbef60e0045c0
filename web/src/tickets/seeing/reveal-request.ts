/** The request to confirm a change by which people gain or lose sight of tickets. One dialog answers it. */
import type { Reveal } from '../../backend/access.ts';
import { observable, useObservable } from '../../observable/observable.ts';

export interface RevealRequest {
  readonly numbers: readonly number[];
  /** Who gains and loses sight, as the service counted. */
  readonly reveal?: Reveal | undefined;
  /** The names of the teams that alone see the tickets then. */
  readonly readers?: readonly string[] | undefined;
  /** Makes the change all the same. */
  readonly go: () => void;
}

const request = observable<RevealRequest | undefined>(undefined);

export const askToReveal = (asked: RevealRequest): void => request.set(asked);
export const stopRevealing = (): void => request.set(undefined);
export const useRevealRequest = (): RevealRequest | undefined => useObservable(request);
