import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Possible faults of an answer. */
export interface AnswerFault {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly key?: KeyObject;
  /** Whether the person was not asked to prove who they are. */
  readonly unverified?: boolean;
  readonly type?: string;
}

interface Options {
  readonly challenge?: unknown;
  readonly user?: unknown;
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const encoded = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');

/** CBOR of what an authenticator says: whole numbers, bytes, texts and maps, each short. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...(value as ReadonlyMap<number | string, never>)];
  return Buffer.concat([head(5, pairs.length), ...pairs.flatMap(([key, entry]) => [cbor(key), cbor(entry)])]);
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A passkey of a person, as an authenticator and a browser answer with it. */
export class VirtualAuthenticator {
  readonly id = randomBytes(32);
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  /** @param origin of the pages of the app. */
  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The browser's answer to the options of a registration. */
  registers({ challenge }: Options, fault: AnswerFault = {}): Record<string, unknown> {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const held = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const authData = Buffer.concat([this.#data(fault, HAS_CREDENTIAL), held]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: encoded(this.#clientData('webauthn.create', challenge, fault)),
      attestationObject: encoded(cbor(attestation)),
      transports: ['internal'],
    });
  }

  /** The browser's answer to the options of a sign-in. */
  answers({ challenge }: Options, fault: AnswerFault = {}): Record<string, unknown> {
    this.counter += 1;
    const clientData = this.#clientData('webauthn.get', challenge, fault);
    const authData = this.#data(fault, 0);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), fault.key ?? this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: encoded(clientData),
      authenticatorData: encoded(authData),
      signature: encoded(signature),
    });
  }

  #answer(response: object): Record<string, unknown> {
    return { id: encoded(this.id), rawId: encoded(this.id), type: 'public-key', clientExtensionResults: {}, response };
  }

  #data(
    { host = new URL(this.#origin).hostname, counter = this.counter, unverified = false }: AnswerFault,
    more: number,
  ) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = USER_PRESENT | (unverified ? 0 : USER_VERIFIED) | more;
    return Buffer.concat([sha256(host), Buffer.from([flags]), count]);
  }

  #clientData(type: string, challenge: unknown, fault: AnswerFault): string {
    const origin = fault.origin ?? this.#origin;
    return JSON.stringify({
      type: fault.type ?? type,
      challenge: fault.challenge ?? challenge,
      origin,
      crossOrigin: false,
    });
  }
}
