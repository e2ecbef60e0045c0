/** Flashes a ticket that somebody else has changed, in every component that shows it. */
import { observable, useObservable } from '../../observable/observable.ts';

const FLASH_MS = 1600;
/** The numbers of the tickets that are flashing. */
const flashing = observable<ReadonlySet<number>>(new Set());
const ends = new Map<number, ReturnType<typeof setTimeout>>();

export function flash(number: number): void {
  clearTimeout(ends.get(number));
  ends.set(number, setTimeout(end, FLASH_MS, number));
  flashing.set(new Set(flashing.get()).add(number));
}

function end(number: number): void {
  ends.delete(number);
  flashing.set(new Set(ends.keys()));
}

/** The class for an element that shows this ticket, while it flashes. */
export const useFlash = (number: number): string | false =>
  useObservable({ subscribe: flashing.subscribe, get: () => flashing.get().has(number) }) && 'animate-flash';
