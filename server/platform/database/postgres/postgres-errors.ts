import type { Dialect } from '../dialect.ts';
import { errorCodeOf } from '../disk-fault.ts';

const SERIALIZATION = '40001';
const DEADLOCK = '40P01';
const UNIQUE = '23505';
/** Lock and statement timeouts, idle in transaction, read-only, too many connections, stopping, starting, disk full. */
const UNAVAILABLE = /^(55P03|57014|25P03|25006|53...|57P0.|58...|08...)$/;
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;

/**
 * Whether a connection prepared a statement before another version of Kwit changed its table. The statement fails on that
 * connection from then on; one that was not prepared does not (docs/rules/service.md#several-versions).
 */
export const isStalePlan = (error: unknown): boolean =>
  errorCodeOf(error) === '0A000' && error instanceof Error && /^cached plan must not change/.test(error.message);

/** Whether a statement was not looked at, because one before it in its transaction had failed. */
export const isBehindFailure = (error: unknown): boolean => errorCodeOf(error) === '25P02';

/**
 * Whether a connection is of no more use: it has ended, or an answer that did not come in time may still come, and would
 * be taken for the next one.
 */
export const isLostConnection = (error: unknown): boolean =>
  NETWORK.test(errorCodeOf(error)) ||
  isStalePlan(error) ||
  (error instanceof Error &&
    /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|Client has encountered|Query read timeout/.test(
      error.message,
    ));

/** Tells what an error of the driver means. */
export const postgresErrors: Pick<Dialect, 'isDuplicate' | 'isRetriable' | 'isUnavailable'> = {
  isDuplicate: (error) => errorCodeOf(error) === UNIQUE,
  isRetriable: (error) => [SERIALIZATION, DEADLOCK].includes(errorCodeOf(error)) || isStalePlan(error),
  isUnavailable: (error) => UNAVAILABLE.test(errorCodeOf(error)) || isLostConnection(error),
};
