import { KwitError } from '@kwit/client';

/** How the program ends, for scripts: 1 the service refused, 2 the command was not understood, 4 not signed in, 5 no answer. */
export type ExitCode = 0 | 1 | 2 | 4 | 5;

/** The command was not understood. The message says how it is meant. */
export class UsageError extends Error {}

/** There is no token for the service, or it has ended. */
export class NotSignedIn extends Error {}

/** The person at the terminal did not want to go on. */
export class Cancelled extends Error {}

export interface Ending {
  readonly code: ExitCode;
  readonly message: string;
}

/** @returns how the program ends after an error; null for what is our fault. */
export function endingOf(error: unknown): Ending | null {
  if (error instanceof UsageError) return { code: 2, message: error.message };
  if (error instanceof NotSignedIn) return { code: 4, message: error.message };
  if (error instanceof Cancelled) return { code: 1, message: error.message };
  if (error instanceof KwitError) return endingOfRefusal(error);
  return null;
}

function endingOfRefusal({ code, message, details, requestId }: KwitError): Ending {
  const lines = [`${code}: ${message}`, ...details.map((detail) => `  ${detail.path}: ${detail.message}`)];
  if (code === 'unreachable') return { code: 5, message: lines.join('\n') };
  if (code === 'unauthorized') lines.push('Sign in again: kwit login');
  if (code === 'internal_error') lines.push(`Its log tells more of the request ${requestId}.`);
  return { code: code === 'unauthorized' ? 4 : 1, message: lines.join('\n') };
}
