import type { Mutant } from './mutant.ts';

const SOCKET = 'server/platform/mail/smtp.ts';
const SOCKETS = ['server/platform/mail/smtp-socket.test.ts'];

/** Defences of keys, of files on the disk, and of what Kwit connects to. */
export const SECRETS: readonly Mutant[] = [
  {
    breaks: 'no nonce seals twice',
    file: 'server/settings/sealed.ts',
    from: 'const nonce = randomBytes(NONCE_BYTES)',
    to: 'const nonce = Buffer.alloc(NONCE_BYTES, 7)',
    tests: ['server/settings/sealed.test.ts'],
  },
  {
    breaks: 'what is sealed is AES-256-GCM, and nothing else opens',
    file: 'server/settings/sealed.ts',
    from: "const ALGORITHM = 'aes-256-gcm'",
    to: "const ALGORITHM = 'chacha20-poly1305'",
    tests: ['server/settings/sealed.test.ts'],
  },
  {
    breaks: 'a short tag opens nothing',
    file: 'server/settings/sealed.ts',
    from: 'if (bytes.length < NONCE_BYTES + TAG_BYTES) return null',
    to: '',
    tests: ['server/settings/sealed.test.ts'],
  },
  {
    breaks: 'the secrets file is for its owner',
    file: 'server/platform/config/data-folder.ts',
    from: 'mode: 0o600',
    to: 'mode: 0o644',
    tests: ['server/platform/config/secrets.test.ts'],
  },
  {
    breaks: 'each purpose has a key of its own',
    file: 'server/platform/config/data-folder.ts',
    from: "derived(secretsKey, 'unsubscribe')",
    to: "derived(secretsKey, 'codes')",
    tests: ['server/platform/config/secrets.test.ts'],
  },
  {
    breaks: 'what the service makes is for its own user',
    file: 'server/main.ts',
    from: 'process.umask(0o077);\n',
    to: '',
    tests: ['server/start.test.ts'],
  },
  {
    breaks: 'what an older version left open is closed',
    file: 'server/platform/config/data-folder.ts',
    from: 'closeToOthers(join(dataDir, name))',
    to: 'void name',
    tests: ['server/start.test.ts'],
  },
  {
    breaks: "people's files are for the service's user",
    file: 'server/platform/files/disk.ts',
    from: "'wx', 0o600",
    to: "'wx', 0o644",
    tests: ['server/platform/files/disk.test.ts'],
  },
  {
    breaks: 'a link in the place of a file is not followed',
    file: 'server/platform/files/disk.ts',
    from: ' | constants.O_NOFOLLOW',
    to: '',
    tests: ['server/platform/files/disk.test.ts'],
  },
  {
    breaks: "a provider's words do not repeat its password",
    file: 'server/platform/mail/mailer.ts',
    from: 'left.replaceAll(secret, MASK)',
    to: 'left',
    tests: ['server/settings/mail-test.api.test.ts'],
  },
  {
    breaks: 'no mail server is at a link-local address',
    file: SOCKET,
    from: 'if (isLinkLocal(server.host)) throw noMailServer(linkLocal(server.host));\n',
    to: '\n',
    tests: SOCKETS,
  },
  {
    breaks: "every address of a mail server's name is looked at",
    file: SOCKET,
    from: 'addresses.some((',
    to: 'addresses.every((',
    tests: SOCKETS,
  },
  {
    breaks: 'what does not greet as a mail server is not told apart',
    file: SOCKET,
    from: "OPENING.test(received.toString('latin1'))",
    to: 'true',
    tests: SOCKETS,
  },
  {
    breaks: 'an address that turns mails off is signed',
    file: 'server/delivery/notifications/unsubscribe.ts',
    from: 'sent.length === right.length && timingSafeEqual(sent, right)',
    to: 'sent.length === right.length',
    tests: ['server/delivery/notifications/unsubscribe-token.test.ts'],
  },
  {
    breaks: 'only operators read /metrics',
    file: 'server/platform/http/service-routes.ts',
    from: 'isHidden || ',
    to: '',
    tests: ['server/service/metrics/metrics.api.test.ts', 'server/platform/http/service-routes.api.test.ts'],
  },
];
