/** Makes certificates for tests (RFC 5280): Node reads X.509 and cannot write it. */
import { generateKeyPairSync, sign } from 'node:crypto';

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8 = 0x0c;
const TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;

/** A field in DER: its tag, its length and its content. */
function field(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const ECDSA_WITH_SHA256 = field(SEQUENCE, field(OBJECT_ID, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = field(OBJECT_ID, Buffer.from('550403', 'hex'));
const ALTERNATIVE_NAME = field(OBJECT_ID, Buffer.from('551d11', 'hex'));
const VALID = field(SEQUENCE, ...['200101000000Z', '491231235959Z'].map((moment) => field(TIME, Buffer.from(moment))));

/** A self-signed certificate for one name, valid from 2020 to 2049, and its key: both as PEM. */
export function certificateFor(name: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const person = field(SEQUENCE, field(SET, field(SEQUENCE, COMMON_NAME, field(UTF8, Buffer.from(name)))));
  const names = field(OCTET_STRING, field(SEQUENCE, field(DNS_NAME, Buffer.from(name))));
  const facts = field(
    SEQUENCE,
    field(VERSION, field(INTEGER, Buffer.from([2]))),
    field(INTEGER, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    person,
    VALID,
    person,
    publicKey.export({ type: 'spki', format: 'der' }),
    field(EXTENSIONS, field(SEQUENCE, field(SEQUENCE, ALTERNATIVE_NAME, names))),
  );
  const signature = field(BIT_STRING, Buffer.from([0]), sign('sha256', facts, privateKey));
  const der = field(SEQUENCE, facts, ECDSA_WITH_SHA256, signature);
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
