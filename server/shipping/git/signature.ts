import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Forge } from '#contract/words.ts';

/** By which headers a forge signs, names its event, and knows a delivery. */
const HEADERS: Readonly<Record<Forge, Readonly<Record<'signature' | 'event' | 'delivery', string>>>> = {
  github: { signature: 'x-hub-signature-256', event: 'x-github-event', delivery: 'x-github-delivery' },
  gitea: { signature: 'x-gitea-signature', event: 'x-gitea-event', delivery: 'x-gitea-delivery' },
  gitlab: { signature: 'x-gitlab-token', event: 'x-gitlab-event', delivery: 'x-gitlab-event-uuid' },
};

export const headerOf = (headers: IncomingHttpHeaders, forge: Forge, which: keyof (typeof HEADERS)[Forge]): string => {
  const value = headers[HEADERS[forge][which]];
  return typeof value === 'string' ? value : '';
};

const digestOf = (secret: string, body: Buffer): string => createHmac('sha256', secret).update(body).digest('hex');

/** The signature that the forge sends with this body: GitLab sends the secret itself. */
function signatureOf(forge: Forge, secret: string, body: Buffer): string {
  if (forge === 'gitlab') return secret;
  return forge === 'github' ? `sha256=${digestOf(secret, body)}` : digestOf(secret, body);
}

/** Texts of any length are compared in the same time. */
const areEqual = (text: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', other, 'buffer'));

export const isSigned = (forge: Forge, secret: string, body: Buffer, signature: string): boolean =>
  areEqual(signatureOf(forge, secret, body), signature);
