/** The clock of the service, as its answers tell it: that of a browser may be days off. */
const TOLERANCE_MS = 60_000;

let ahead = 0;

/** Milliseconds since 1970, by the service's clock where the browser's differs by more than a minute. */
export const now = (): number => Date.now() + ahead;

/** @param date the `Date` header of an answer; null when there was none. */
export function setClock(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}
