import assert from 'node:assert/strict';
import type { ErrorBody } from '../../contract/errors.ts';
import type { App } from '../../server/testing/start-app.ts';
import { type Got, send } from '../fuzz/send.ts';
import type { Case } from './case.ts';
import type { Sent } from './form.ts';
import type { Target } from './targets.ts';

/** Types that are served for showing in a page; every other type is served as a download. */
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
const SANDBOX = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Sends a case to a target, and compares the outcome and each file as it is downloaded again. */
export async function runCase(app: App, target: Target, testCase: Case): Promise<void> {
  const sent = testCase.sent(target);
  const got = await upload(app, target, sent);
  const expected = testCase.expected(target);
  if (typeof expected === 'string') return assert.equal(refusalIn(got), expected);
  assert.equal(got.status, target.status, got.text.slice(0, 300));
  const taken = target.taken(JSON.parse(got.text), expected.length);
  assert.equal(taken.length, expected.length);
  const bytes = filesIn(sent.body, expected.length);
  for (const [n, { url, name }] of taken.entries()) {
    await checkDownload(app, target, url, { type: String(expected[n]), bytes: bytes[n] ?? Buffer.alloc(0) });
    if (testCase.names && name !== null) assert.equal(name, testCase.names[n]);
  }
}

export async function upload(app: App, target: Target, { type, body }: Sent): Promise<Got> {
  const { token } = await app.cast.dev;
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return send(app.address, { method: 'POST', path: target.path, headers, body });
}

/** @returns the code of a refusal, and the rules that were broken. */
function refusalIn({ status, headers, text }: Got): string {
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store');
  const { error, details = [] } = JSON.parse(text) as ErrorBody;
  assert.equal(status, error === 'unsupported_media_type' ? 415 : 400, text);
  if (error === 'unsupported_file_type') for (const { path } of details) assert.match(path, /^attachments\[\d\]$/);
  const rules = error === 'unsupported_file_type' ? [] : details.map(({ code }) => code);
  return [error, ...new Set(rules.sort())].join(' ');
}

/** @returns the contents of the last `count` parts of a form. */
function filesIn(body: Buffer, count: number): Buffer[] {
  const marks: number[] = [];
  const boundary = '--boundary-of-the-proof';
  for (let at = body.indexOf(boundary); at !== -1; at = body.indexOf(boundary, at + 1)) marks.push(at);
  const contents = marks.slice(0, -1).map((at, n) => {
    const part = body.subarray(at, marks[n + 1]);
    return part.subarray(part.indexOf('\r\n\r\n') + 4, -2);
  });
  return count === 0 ? [] : contents.slice(-count);
}

/** Asserts that a download is what was sent, byte for byte, with headers under which no browser runs it. */
async function checkDownload(
  app: App,
  target: Target,
  url: string,
  file: { type: string; bytes: Buffer },
): Promise<void> {
  const { status, headers, bytes } = await (target.isPicture ? app.stranger : await app.cast.dev).get(url);
  assert.equal(status, 200);
  assert.ok(bytes.equals(file.bytes), 'the bytes that were sent');
  const charset = file.type.startsWith('text/') ? '; charset=(?:utf-8|utf-16le|windows-125[02])' : '';
  assert.match(headers.get('content-type') ?? '', new RegExp(`^${file.type.replaceAll('.', '\\.')}${charset}$`));
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('content-security-policy'), SANDBOX);
  const disposition = headers.get('content-disposition');
  if (!target.isPicture) assert.match(disposition ?? '', SHOWN.includes(file.type) ? /^inline; f/ : /^attachment; f/);
  else assert.ok(disposition === null && SHOWN.includes(file.type));
}
