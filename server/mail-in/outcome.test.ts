import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MailFacts, mailOutcome } from './inbound/mail-facts.ts';

/** The table of docs/rules/mail-in.md#what-becomes-of-a-mail, tried with every mail that there can be. */

const YES_OR_NO = [true, false];
const VALUES: { readonly [K in keyof MailFacts]: readonly MailFacts[K][] } = {
  recipient: ['report', 'reply', 'bounce'],
  isDeliveryReport: YES_OR_NO,
  isByMachine: YES_OR_NO,
  hasAuthor: YES_OR_NO,
  isReadable: YES_OR_NO,
  token: ['none', 'unknown', 'two tickets', 'of another', 'of the author'],
  mayComment: YES_OR_NO,
  hasNews: YES_OR_NO,
  mayReportThere: YES_OR_NO,
  isDomainAllowed: YES_OR_NO,
  sender: ['pass', 'fail', 'none'],
  isInactive: YES_OR_NO,
  isOverLimit: YES_OR_NO,
};

const everyMail = (): MailFacts[] =>
  Object.entries(VALUES).reduce<object[]>(
    (mails, [name, values]) => values.flatMap((value) => mails.map((mail) => ({ ...mail, [name]: value }))),
    [{}],
  ) as MailFacts[];

const isReport = (mail: MailFacts) => mail.recipient === 'report' && mail.token === 'none';

/** The lines of the table, in their order: the first that fits decides. */
const TABLE: readonly (readonly [string, (mail: MailFacts) => boolean])[] = [
  ['bounce', (mail) => mail.recipient === 'bounce' || mail.isDeliveryReport],
  ['machine', (mail) => mail.isByMachine],
  ['held: unclear_sender', (mail) => !mail.hasAuthor],
  ['held: unreadable', (mail) => !mail.isReadable],
  [
    'held: unknown_address',
    (mail) => mail.token === 'unknown' || (mail.token === 'none' && mail.recipient === 'reply'),
  ],
  ['held: unauthenticated', (mail) => !isReport(mail) && mail.sender === 'fail'],
  ['held: two_references', (mail) => mail.token === 'two tickets'],
  ['held: other_sender', (mail) => mail.token === 'of another'],
  ['held: not_allowed', (mail) => !isReport(mail) && !mail.mayComment],
  ['refused: domain_not_allowed', (mail) => isReport(mail) && !mail.isDomainAllowed],
  ['refused: not_allowed', (mail) => isReport(mail) && mail.isInactive],
  ['held: unauthenticated', (mail) => isReport(mail) && mail.sender !== 'pass'],
  ['held: unknown_address', (mail) => isReport(mail) && !mail.mayReportThere],
  ['held: nothing_new', (mail) => !mail.hasNews],
  ['held: too_many', (mail) => mail.isOverLimit],
  ['reply', (mail) => mail.token === 'of the author'],
  ['report', () => true],
];

test('every mail that there can be becomes what the first line of the table says', () => {
  const mails = everyMail();
  assert.equal(mails.length, 3 * 5 * 3 * 2 ** 10);
  const used = new Set<string>();
  for (const mail of mails) {
    const { state, reason } = mailOutcome(mail);
    const [line = ''] = TABLE.find(([, fits]) => fits(mail)) ?? [];
    used.add(line);
    assert.equal(reason === null ? state : `${state}: ${reason}`, line, JSON.stringify(mail));
  }
  assert.equal(used.size, new Set(TABLE.map(([line]) => line)).size);
});

test('a comment needs the token of who wrote it, and a ticket a verified sender', () => {
  for (const mail of everyMail()) {
    const { state } = mailOutcome(mail);
    if (state === 'reply')
      assert.ok(mail.token === 'of the author' && mail.mayComment && !mail.isByMachine && mail.sender !== 'fail');
    if (state === 'report')
      assert.ok(mail.sender === 'pass' && mail.isDomainAllowed && mail.hasAuthor && !mail.isInactive);
  }
});
