import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailHeaders } from './headers.ts';
import { loadOwners, senderCheck } from './sender-check.ts';
import { headerParts } from './structured.ts';

/** docs/rules/mail-in.md#the-senders-check: a head as our server mx.example.net leaves it, a From of example.com, and what it says. */

const OURS = 'Authentication-Results: mx.example.net';
const CASES: readonly (readonly [what: string, head: readonly string[], says: string, server?: string])[] = [
  ['nothing', [], 'none'],
  ['dmarc', [`${OURS}; dmarc=pass header.from=example.com`], 'pass'],
  ['dmarc of another domain', [`${OURS}; dmarc=pass header.from=elsewhere.test`], 'none'],
  ['dmarc=fail beside all that passes', [`${OURS}; spf=pass smtp.mailfrom=example.com; dmarc=fail`], 'fail'],
  ...['none', 'temperror', 'permerror', 'bestguesspass'].map(
    (word) => [`dmarc=${word}`, [`${OURS}; dmarc=${word}; spf=pass smtp.mailfrom=ada@example.com`], 'pass'] as const,
  ),
  ['spf of a domain below', [`${OURS}; spf=pass smtp.mailfrom=bounce@mail.example.com`], 'pass'],
  ['spf of a stranger', [`${OURS}; spf=pass smtp.mailfrom=elsewhere.test`], 'none'],
  ['dkim of a stranger', [`${OURS}; dkim=pass header.d=example.com.elsewhere.test`], 'none'],
  ['dkim by its user', [`${OURS}; dkim=pass (2048-bit key) header.i=@Example.COM header.s=x`], 'pass'],
  ['spf=fail and dkim=fail', [`${OURS}; spf=softfail smtp.mailfrom=x.test; dkim=fail header.d=x.test`], 'fail'],
  ['spf=fail and an aligned dkim', [`${OURS}; spf=fail; dkim=fail; dkim=pass header.d=example.com`], 'pass'],
  ['spf=fail alone', [`${OURS}; spf=fail smtp.mailfrom=example.com`], 'none'],
  ['the name in other letters, with a version', ['Authentication-Results: MX.Example.Net 1; dmarc=pass'], 'pass'],
  ['a quoted name', ['Authentication-Results: "mx.example.net"; dmarc=pass'], 'pass'],
  ['a name within a comment', ['Authentication-Results: (mx.example.net) mx.other.test; dmarc=pass'], 'none'],
  ['a pass within a comment', [`${OURS}; spf=fail (a ; dmarc=pass \\) b (nested) ) smtp.mailfrom=x.test`], 'none'],
  ['a pass within a quoted string', [`${OURS}; spf=fail reason="; dmarc=pass header.from=example.com"`], 'none'],
  ['a comment without an end', [`${OURS}; spf=fail ( ; dmarc=pass`], 'none'],
  [
    'blanks wherever they may stand',
    [`${OURS} ; dkim / 1 = pass reason = "good; key" header . d = example.com ; spf=none`],
    'pass',
  ],
  ['a local part in quotes', [`${OURS}; spf=pass smtp.mailfrom="a;b@x.test c"@example.com`], 'pass'],
  ['base64 in a value', [`${OURS}; dkim=pass header.b=ab/c= header.d=example.com`], 'pass'],
  ['two headers', [`${OURS}; spf=none`, `${OURS}; dkim=pass header.d=example.com`], 'pass'],
  ['two headers, one of which fails', [`${OURS}; dmarc=pass`, `${OURS}; dmarc=fail`], 'fail'],
  [
    'a header below a Received of ours',
    ['Received: from a.test by MX.example.net (Postfix) with LMTP', `${OURS}; dmarc=pass`],
    'pass',
  ],
  [
    'a header below a Received of another',
    ['Received: from mx.example.net (by mx.example.net) by a.test', `${OURS}; dmarc=pass`],
    'none',
  ],
  ['another server', ['Authentication-Results: mx.other.test; dmarc=pass'], 'none'],
  ['a name that only begins so', ['Authentication-Results: mx.example.net.other.test; dmarc=pass'], 'none'],
  ['a header without a name', ['Authentication-Results: spf=pass smtp.mailfrom=example.com'], 'none'],
  [
    'Microsoft 365',
    [
      'Received: from A.eurprd01.prod.outlook.com (2603:10a6::1) by B.eurprd01.prod.outlook.com with HTTPS',
      'Authentication-Results: spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com; dkim=none (message not',
      ' signed) header.d=none;dmarc=bestguesspass action=none header.from=example.com;compauth=pass reason=109',
      'Received: from mail.example.com (192.0.2.1) by C.mail.protection.outlook.com (10.0.0.1) with ESMTP',
    ],
    'pass',
    '-',
  ],
  [
    'a header of a stranger at Microsoft 365',
    ['Received: from a by mail.elsewhere.test', 'Authentication-Results: dmarc=pass header.from=example.com'],
    'none',
    '-',
  ],
  ['a header with a name where none is to be', [`${OURS}; dmarc=pass`], 'none', '-'],
  ['no server', [`${OURS}; dmarc=pass`], 'none', ''],
];

test('the sender of a mail is who our mail server says', async () => {
  const ownerOf = await loadOwners();
  for (const [what, head, says, name = 'mx.example.net'] of CASES) {
    const headers = mailHeaders(Buffer.from(`${head.join('\r\n')}\r\n\r\n`));
    const server = name === '' ? null : name;
    assert.equal(senderCheck({ headers, server, domain: 'example.com', ownerOf }), says, what);
  }
});

test('two domains belong together when one owner has them, by the list of public suffixes', async () => {
  const ownerOf = await loadOwners();
  const check = (from: string, about: string) => {
    const headers = mailHeaders(Buffer.from(`${OURS}; spf=pass smtp.mailfrom=${about}\r\n\r\n`));
    return senderCheck({ headers, server: 'mx.example.net', domain: from, ownerOf });
  };
  assert.equal(check('a.firma.com.pl', 'b.firma.com.pl'), 'pass');
  assert.equal(check('firma.com.pl', 'com.pl'), 'none');
  assert.equal(check('firma.com.pl', 'other.com.pl'), 'none');
  assert.equal(check('ada.github.io', 'eve.github.io'), 'none');
  assert.equal(check('xn--krlewski-w3a.pl', 'królewski.pl'), 'pass');
});

test('a structured header is read by its grammar', () => {
  assert.deepEqual(headerParts('text/plain; charset="utf-8" (x); name=my file(1).txt; y', true), [
    { words: ['text/plain'], pairs: [], loose: [] },
    { words: ['charset'], pairs: [['charset', 'utf-8']], loose: [] },
    { words: ['name'], pairs: [['name', 'my']], loose: ['file(1).txt'] },
    { words: ['y'], pairs: [], loose: [] },
  ]);
});
