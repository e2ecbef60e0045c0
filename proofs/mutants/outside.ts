import type { Mutant } from './mutant.ts'

/** What comes in from outside, and what goes out. */
export const OUTSIDE: readonly Mutant[] = [
  {
    breaks: 'what looks like markup is no text',
    file: 'server/files/sniff.ts',
    from: ' || startsLikeMarkup(text)',
    to: '',
    tests: ['proofs/uploads.proof.test.ts'],
  },
  {
    breaks: 'a file is what it claims to be',
    file: 'server/files/sniff.ts',
    from: "if (claim === 'nothing' || claim === binary) return binary",
    to: 'return binary',
    tests: ['proofs/uploads.proof.test.ts'],
  },
  {
    breaks: 'a secret goes where it was given for',
    file: 'server/settings/settings-change.ts',
    from: "if (current[name] !== '' && !sent) throw",
    to: 'if (false) throw',
    tests: ['server/settings/settings-change.test.ts'],
  },
  {
    breaks: 'a secret is read for its destination only',
    file: 'server/settings/sealed.ts',
    from: ', ...DESTINATION[name].map((part) => settings[part])',
    to: '',
    tests: ['server/settings/settings.api.test.ts', 'server/settings/settings-change.test.ts'],
  },
  {
    breaks: 'a secret that is set is not shown',
    file: 'server/settings/view-settings.ts',
    from: "settings[name] === '' ? '' : MASK",
    to: 'settings[name]',
    tests: ['server/settings/settings.api.test.ts'],
  },
  {
    breaks: 'an address within the network is not saved',
    file: 'server/outbound/outbound-guard.ts',
    from: 'if (isIP(host) ? !isPublicAddress(host) : isLocal(host)) throw notPublic(host)',
    to: '',
    tests: ['server/outbound/outbound-guard.test.ts'],
  },
  {
    breaks: 'a name that leads within the network is not connected to',
    file: 'server/outbound/outbound-guard.ts',
    from: '!isExempt && !arePublic(found)',
    to: 'false',
    tests: ['server/outbound/outbound-guard.test.ts', 'server/outbound/outbound.test.ts'],
  },
  {
    breaks: 'the addresses of a cloud’s own services are not public',
    file: 'server/outbound/public-address.ts',
    from: "  ['169.254.0.0', 16],\n",
    to: '',
    tests: ['server/outbound/public-address.test.ts'],
  },
  {
    breaks: 'one other origin may call',
    file: 'server/http/connection/cross-origin.ts',
    from: 'origin === frontendOrigin && frontendOrigin',
    to: 'true',
    tests: ['server/http/connection/cross-origin.api.test.ts'],
  },
  {
    breaks: 'a browser guesses no type',
    file: 'server/http/security-headers.ts',
    from: "  'x-content-type-options': 'nosniff',\n",
    to: '',
    tests: ['server/http/connection/transport.api.test.ts', 'server/http/service-routes.api.test.ts'],
  },
  {
    breaks: 'both keys sign during a rotation',
    file: 'server/webhooks/webhook-secret.ts',
    from: '[secret, previous] : [secret]',
    to: '[secret] : [secret]',
    tests: ['server/webhooks/webhooks.api.test.ts', 'server/webhooks/delivery.api.test.ts'],
  },
]
