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

function endingOfRefusal(refusal: KwitError): Ending {
  const { code, message, details, requestId } = refusal;
  const lines = [`${code}: ${message}`, ...details.map((detail) => `  ${detail.path}: ${detail.message}`)];
  if (code === 'unreachable') return { code: 5, message: [...lines, ...reasonsOf(refusal)].join('\n') };
  if (code === 'unauthorized') lines.push('Sign in again: kwit login');
  if (code === 'internal_error') lines.push(`Its log tells more of the request ${requestId}.`);
  return { code: code === 'unauthorized' ? 4 : 1, message: lines.join('\n') };
}

/** Reasons for which a connection fails, by the code of Node's error. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The name of the host is not known here.'],
  [/^ECONNREFUSED$/, 'The host is there, and nothing listens at the port.'],
  [/^(ECONNRESET|UND_ERR_SOCKET)$/, 'The connection was cut. Is it http where https is meant, or the other way round?'],
  [
    /^(ETIMEDOUT|UND_ERR_\w*TIMEOUT|EHOSTUNREACH|ENETUNREACH)$/,
    'No packet comes back: a firewall, or the wrong network.',
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    "Its certificate is not trusted. Where your own authority signed it, NODE_EXTRA_CA_CERTS names that authority's file.",
  ],
  [/^ERR_SSL|^EPROTO$/, 'It does not speak TLS there. Is http meant?'],
];

/** Why nobody answered: what the connection failed for, and a proxy that Node does not ask by itself. */
function reasonsOf({ cause }: KwitError): string[] {
  const { code = '' } = ((cause as Error | undefined)?.cause ?? cause ?? {}) as NodeJS.ErrnoException;
  const reason = REASONS.find(([codes]) => codes.test(code))?.[1];
  const {
    HTTPS_PROXY,
    https_proxy = HTTPS_PROXY,
    HTTP_PROXY,
    http_proxy = HTTP_PROXY,
    NODE_USE_ENV_PROXY,
  } = process.env;
  const isPassedBy = (https_proxy || http_proxy) && NODE_USE_ENV_PROXY !== '1';
  return [
    ...(reason === undefined ? [] : [`${reason} (${code})`]),
    ...(isPassedBy ? ['A proxy is set; Node 24 and newer ask it with NODE_USE_ENV_PROXY=1.'] : []),
  ];
}
