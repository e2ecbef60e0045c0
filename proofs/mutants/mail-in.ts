import type { Mutant } from './mutant.ts';

const OUTCOME = 'server/mail-in/inbound/mail-facts.ts';
const TABLE = ['server/mail-in/outcome.test.ts', 'server/mail-in/mail-in.api.test.ts'];
const HEADERS = 'server/mail-in/reading/headers.ts';
const SHOWN = 'server/mail-in/inbound/show-mails.ts';
const SEALED = ['server/mail-in/sealed-mails.api.test.ts'];
const CHECK = 'server/mail-in/reading/sender-check.ts';
const SENDER = ['server/mail-in/reading/sender-check.test.ts'];
const FORGED = ['proofs/mail-in-forged.proof.test.ts'];
const LISTENER = ['server/mail-in/ways/listener.api.test.ts'];
const MAILBOX = ['server/mail-in/ways/mailbox.api.test.ts'];
const CHECKS = ['server/mail-in/checks/checks.api.test.ts'];

const HTML = ['server/mail-in/reading/html-text.test.ts'];
const CORPUS = ['proofs/mail-in-html.proof.test.ts'];

const ONCE = ['server/mail-in/once.api.test.ts'];
const OURS = ['server/mail-in/reading/subtract.test.ts'];

/** Defences of mails that come in. */
export const MAIL_IN: readonly Mutant[] = [
  {
    breaks: 'the token of another makes no comment',
    file: OUTCOME,
    from: "if (mail.token === 'of another') return held('other_sender');",
    to: '',
    tests: TABLE,
  },
  {
    breaks: 'a report needs a verified sender',
    file: OUTCOME,
    from: "if (mail.sender !== 'pass') return held('unauthenticated');",
    to: '',
    tests: TABLE,
  },
  {
    breaks: 'a machine is not answered',
    file: OUTCOME,
    from: "if (mail.isByMachine) return as('machine');",
    to: '',
    tests: TABLE,
  },
  {
    breaks: 'two From are nobody',
    file: HEADERS,
    from: 'if (values.length !== 1 || value === undefined) return unclear;',
    to: 'if (value === undefined) return unclear;',
    tests: FORGED,
  },
  {
    breaks: 'words in a comment of Authentication-Results are none',
    file: 'server/mail-in/reading/structured.ts',
    from: "    if (sign === '(' && !(isWord && hasParentheses)) {\n",
    to: "    if (sign === '(' && hasParentheses) {\n",
    tests: SENDER,
  },
  {
    breaks: 'a header below the Received of another server is a stranger’s',
    file: CHECK,
    from: 'headers.slice(0, end < 0 ? undefined : end)',
    to: 'headers',
    tests: SENDER,
  },
  {
    breaks: 'dmarc=fail decides',
    file: CHECK,
    from: "  if (has('dmarc', 'fail')) return 'fail';\n",
    to: '',
    tests: SENDER,
  },
  {
    breaks: 'two owners below one public suffix are two',
    file: CHECK,
    from: '{ allowPrivateDomains: true }',
    to: '{}',
    tests: SENDER,
  },
  {
    breaks: 'an answer whose sender is not who it says is held',
    file: OUTCOME,
    from: "  if (mail.sender === 'fail') return held('unauthenticated');\n",
    to: '',
    tests: TABLE,
  },
  {
    breaks: 'mails about what is sealed are there for its workers and readers',
    file: SHOWN,
    from: 'return !isUnknown && isInSight && ticketsOf(mail).every((id) => seen.has(id));',
    to: 'return !isUnknown && isInSight;',
    tests: SEALED,
  },
  {
    breaks: 'whoever only reads a ticket decides about no mail',
    file: 'server/mail-in/inbound/effect.ts',
    from: '  permitWorking(work.actor, ticket);\n',
    to: '',
    tests: SEALED,
  },
  {
    breaks: 'a mail that ends the process does it three times at most',
    file: 'server/mail-in/inbound/mail-in.ts',
    from: '    if (row.attempts > ATTEMPTS) throw',
    to: '    if (row.attempts > 99) throw',
    tests: ['server/mail-in/mail-in.api.test.ts'],
  },
  {
    breaks: 'a long text is a file before it is a string',
    file: 'server/mail-in/reading/parse-mail.ts',
    from: "    if (parsed.value !== 'text/plain' || isTooLong) return false;\n",
    to: "    if (parsed.value !== 'text/plain') return false;\n",
    tests: ['server/mail-in/reading/long-texts.test.ts'],
  },
  {
    breaks: 'a canary that does not come back is told',
    file: 'server/mail-in/checks/canary.ts',
    from: "runs.find(({ state, begun_at }) => state !== 'running' || begun_at <= late)",
    to: "runs.find(({ state }) => state !== 'running')",
    tests: ['server/mail-in/checks/canary.api.test.ts'],
  },
  {
    breaks: 'a reporter learns by no mail who has an account',
    file: 'server/mail-in/inbound/show-mails.ts',
    from: "    if (callerStanding === 'reporter') {\n",
    to: "    if (callerStanding === 'reporter' && user === undefined) {\n",
    tests: ['server/mail-in/cc.api.test.ts'],
  },
  {
    breaks: 'the same mail is kept once',
    file: 'server/mail-in/inbound/take-mail.ts',
    from: 'ofDigest(nameOf(mail)));\n  if (before !== undefined) return { ...before, lease: null };\n',
    to: 'ofDigest(nameOf(mail)));\n  if (before !== undefined) return { ...before, lease: before.id };\n',
    tests: LISTENER,
  },
  {
    breaks: 'a mail is asked to come again while a thousand wait',
    file: 'server/mail-in/ways/listener.ts',
    from: '    if (isFull) throw AWAY;\n',
    to: '',
    tests: LISTENER,
  },
  {
    breaks: 'a mailbox gives no mail of the past',
    file: 'server/mail-in/ways/mailbox.ts',
    from: '&& new Date(internalDate ?? 0) >= new Date(Date.parse(progress.since) - SECOND)',
    to: '',
    tests: MAILBOX,
  },
  {
    breaks: 'settings that no step has proved are not saved',
    file: 'server/mail-in/change-settings.ts',
    from: "    if (last?.state !== 'green') return false;\n",
    to: '',
    tests: CHECKS,
  },
  {
    breaks: 'what a style hides is not shown',
    file: 'server/mail-in/reading/html-sight.ts',
    from: "'hidden' in attributes || isHiddenBy(attributes.style)",
    to: "'hidden' in attributes",
    tests: HTML,
  },
  {
    breaks: 'HTML whose order is not kept is a file',
    file: 'server/mail-in/reading/html-text.ts',
    from: '    if (place > MOST_DEPTH) this.#isPart = true;\n',
    to: '',
    tests: CORPUS,
  },
  {
    breaks: 'a mark that has no end is text',
    file: 'server/mail-in/reading/html-scan.ts',
    from: '        this.#at += 4;\n',
    to: '        this.#at = this.#rest.length;\n',
    tests: HTML,
  },
  {
    breaks: 'what is UTF-8 is read as UTF-8',
    file: 'server/mail-in/reading/charsets.ts',
    from: "  if (isUtf8(bytes)) return 'utf-8';\n",
    to: '',
    tests: CORPUS,
  },
  {
    breaks: 'words of one form alone are kept',
    file: 'server/mail-in/reading/author-text.ts',
    from: 'kept: [base.as.kept, ...more]',
    to: 'kept: [base.as.kept]',
    tests: ['proofs/mail-in.proof.test.ts'],
  },
  {
    breaks: 'a line of ours that is copied is its author’s',
    file: 'server/mail-in/reading/subtract.ts',
    from: '  return said >= SOME_LINES || (isBelow',
    to: '  return said >= 1 || (isBelow',
    tests: OURS,
  },
  {
    breaks: 'a line within a quotation may be an answer',
    file: 'server/mail-in/reading/subtract.ts',
    from: 'isCut[at] ||= !isNew(at, Math.max(depthAt(ours[next - 1]), depthAt(ours[next])));',
    to: 'isCut[at] = true;',
    tests: OURS,
  },
  {
    breaks: 'no line with a token is kept',
    file: 'server/mail-in/reading/subtract.ts',
    from: ' || hasSecret(line.text)',
    to: '',
    tests: OURS,
  },
  {
    breaks: 'what is cut shows no token',
    file: 'server/mail-in/reading/subtract.ts',
    from: 'withoutSecrets(some(true))',
    to: 'some(true)',
    tests: OURS,
  },
  {
    breaks: 'an address shows no token',
    file: 'server/mail-in/inbound/show-mails.ts',
    from: 'recipient: withoutToken(mail.recipient)',
    to: 'recipient: mail.recipient',
    tests: ONCE,
  },
  {
    breaks: 'a link that was written anew is ours',
    file: 'server/mail-in/reading/own-secrets.ts',
    from: '[word, unwritten(word), unwritten(unwritten(word))]',
    to: '[word]',
    tests: ONCE,
  },
  {
    breaks: 'one mail is one',
    file: 'server/mail-in/inbound/effect.ts',
    from: "  if (first !== null) return { outcome: { state: 'duplicate', reason: null }, first, context, actor: null };\n",
    to: '',
    tests: ONCE,
  },
  {
    breaks: 'other words are another mail',
    file: 'server/mail-in/inbound/same-mail.ts',
    from: '(JSON.parse(mail.verdict) as { words?: string }).words === words',
    to: 'true',
    tests: ONCE,
  },
  {
    breaks: 'a bounce comes with the null path',
    file: 'server/mail-in/inbound/bounces.ts',
    from: ' && isOfNobody(row, seen)',
    to: '',
    tests: ONCE,
  },
  {
    breaks: 'a bounce names the mail of its address',
    file: 'server/mail-in/inbound/bounces.ts',
    from: ' && bounce.about.token === token',
    to: '',
    tests: ONCE,
  },
  {
    breaks: 'two reports about one mail count once',
    file: 'server/events/outbox/delivery-store.ts',
    from: "    .where('bounced_at', 'is', null)\n",
    to: '',
    tests: ONCE,
  },
  {
    breaks: 'a machine without words is not taken',
    file: 'server/mail-in/inbound/effect.ts',
    from: "mail.news.hasWords ? [...UNDECIDED, 'machine'] : UNDECIDED",
    to: "[...UNDECIDED, 'machine']",
    tests: ONCE,
  },
  {
    breaks: 'a posted mail is refused before it is read',
    file: 'server/mail-in/raw-mail-routes.ts',
    from: ', onRequest: beforeBody',
    to: '',
    tests: ONCE,
  },
  {
    breaks: 'bounces have an address of their own',
    file: 'server/mail-in/settings.ts',
    from: '    if (/^(?:b$|check-)/.test(local))',
    to: '    if (/^(?:check-)/.test(local))',
    tests: ONCE,
  },
  {
    breaks: 'a wrapped mail without words is held',
    file: 'server/mail-in/reading/parse-mail.ts',
    from: 'mail.attachments.some(isWrapper)',
    to: 'false',
    tests: ONCE,
  },
];
