import { promises as dns, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Finds every address of a name, and rejects when there is none. `family` is 4 or 6, or 0 for both. */
export type Resolve = (name: string, family: number) => Promise<LookupAddress[]>;

export const resolveBySystem: Resolve = (name, family) => dns.lookup(name, { all: true, family });

/**
 * A lookup for a connection. What `refusal` is shown is what is connected to, so a name cannot lead elsewhere in
 * between.
 *
 * @param refusal the error with which the connection fails, or null when it may go to any of the addresses.
 */
export const checkedLookup =
  (resolve: Resolve, refusal: (name: string, found: readonly LookupAddress[]) => Error | null): LookupFunction =>
  (name, { all, family }, done) => {
    resolve(name, familyOf(family)).then(
      (found) => {
        const error = refusal(name, found);
        if (error) done(error, '');
        else if (all) done(null, found);
        else done(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error) => done(error, ''),
    );
  };

const familyOf = (family: number | string | undefined): number => Number(String(family ?? 0).replace('IPv', ''));
