import { keyedHash, type Secrets } from '../../config/secrets.ts';
import { clientNetwork } from './client-network.ts';

/**
 * The names under which sign-in keeps what must not be read from the database: all are keyed hashes. A client is given by
 * its address and counts by its network, so whatever is counted or remembered of clients is named here.
 */

/** A client, as it is remembered for a user. */
export const clientHash = (secrets: Secrets, address: string) => keyedHash(secrets, `client|${clientNetwork(address)}`);

/** Requests for codes: by e-mail address, by client, and by both where the two know each other. */
export const requestBuckets = (secrets: Secrets, email: string, address: string) => {
  const client = clientNetwork(address);
  return {
    address: keyedHash(secrets, `requests|address|${email}`),
    client: keyedHash(secrets, `requests|client|${client}`),
    known: keyedHash(secrets, `requests|known|${email}|${client}`),
  };
};

export type RequestBuckets = ReturnType<typeof requestBuckets>;

/** Wrong codes from a client. */
export const wrongCodesBucket = (secrets: Secrets, address: string) =>
  keyedHash(secrets, `wrong|client|${clientNetwork(address)}`);
