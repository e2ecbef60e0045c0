import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LANGUAGES } from '#contract/words.ts';
import { digestNotification } from './digests.ts';
import { cut, oneLine, QUOTED, rendered } from './notification.ts';
import { WORDS } from './notification-words.ts';
import {
  type NotificationContent,
  type NotifiedChange,
  type ReaderContext,
  ticketNotification,
} from './ticket-notification.ts';

const OFF = 'https://kwit.example.com/api/notifications/unsubscribe?token=x';
const english: ReaderContext = { language: 'en', appUrl: 'https://kwit.example.com', offUrl: OFF };
const polish: ReaderContext = { ...english, language: 'pl' };
const ticket = {
  number: 12,
  title: 'Printer jams',
  description: 'Every second page.',
  status: 'verified',
  priority: 'high',
  category: 'bug',
  urgency_reporter: 'critical',
  project_name: 'Office',
} as const;
const contentOf = (change: NotifiedChange, more: Partial<NotificationContent> = {}): NotificationContent => ({
  change,
  ticket,
  who: 'Dev',
  role: 'reporter',
  interest: change.reason === 'comment' ? 'developer_comment' : 'ticket_status',
  ...more,
});
const notification = (change: NotifiedChange, reader = english, more: Partial<NotificationContent> = {}) =>
  rendered(ticketNotification(contentOf(change, more), reader));
/** The text above the line, without the lines that name the ticket. */
const said = (text: string) =>
  text.split('\n-- \n')[0]?.replace('\n\n#12 Printer jams\nhttps://kwit.example.com/t/12\n', '');

const closed: NotifiedChange = { reason: 'closed', answer: 'Replaced the *roller*.', rates: null, mayReopen: false };
const moved: NotifiedChange = { reason: 'status', from: 'submitted', to: 'verified' };
const comment = (type: 'comment' | 'question' | 'answer'): NotifiedChange => ({
  reason: 'comment',
  type,
  content: 'Tray 2?',
});

describe('a notification about a ticket', () => {
  test('shows what people wrote as the page does: HTML with its marks, text without them, files by name', () => {
    const content = [
      '**Replaced** the `roller_1`, see #7 and [the list](https://example.com/a_b).',
      'dir *.* /s, a <b> &lt;c&gt;',
      '![shot](attachment:shot.png)',
    ].join('\n');
    const change: NotifiedChange = { reason: 'comment', type: 'comment', content };
    const { text, html } = notification(change, english, { files: ['shot.png', 'a&b.log'] });
    assert.equal(
      said(text),
      [
        'Dev commented on your ticket:',
        '',
        '> Replaced the roller_1, see #7 and the list (https://example.com/a_b).',
        '> dir *.* /s, a <b> &lt;c&gt;',
        '> [shot: shot.png]',
        '',
        'Files: shot.png, a&b.log',
        'https://kwit.example.com/t/12',
      ].join('\n'),
    );
    for (const shown of [
      '<strong>Replaced</strong> the <code>roller_1</code>',
      '<a href="https://kwit.example.com/t/7">#7</a>',
      '<a href="https://example.com/a_b">the list</a>',
      'dir *.* /s, a &lt;b&gt; &amp;lt;c&amp;gt;',
      '<a href="https://kwit.example.com/t/12">a&amp;b.log</a>',
    ])
      assert.ok(html?.includes(shown), `${shown} is not in ${html}`);
    const { html: bare } = notification(change, { ...english, appUrl: '' });
    assert.ok(bare?.includes('see #7 and') && !bare.includes('href="/'));
  });

  test('cuts a long text before an address, not within it', () => {
    const address = `https://example.com/${'a'.repeat(100)}`;
    const content = `${'a'.repeat(1950)} ${address}`;
    const { text } = notification({ reason: 'comment', type: 'comment', content });
    assert.match(text, /aaa …$/m);
    assert.ok(!text.includes('https://example.com/a'));
  });

  test('says to whoever reported by mail until when an answer is promised, by the clock of the zone', () => {
    const of = (due: string | null, reader: ReaderContext) =>
      said(notification({ reason: 'acknowledged', due, zone: 'Europe/Warsaw' }, reader).text);
    const due = '2026-11-23T08:30:00.000Z';
    assert.match(of(due, english) ?? '', /We answer by Monday,? 23 November 2026 at 09:30\./);
    assert.match(of(due, polish) ?? '', /Odpowiemy do: poniedziałek, 23 listopada 2026 09:30\./);
    assert.doesNotMatch(of(null, english) ?? '', /We answer by/);
  });

  test('says in English what happened', () => {
    const of = (change: NotifiedChange, more?: Partial<NotificationContent>) =>
      said(notification(change, english, more).text);
    assert.equal(of(closed), 'Dev closed your ticket with this answer:\n\n> Replaced the roller.');
    assert.equal(of({ ...closed, answer: null }), 'Dev closed your ticket.');
    assert.equal(of(moved), 'Dev changed the status of your ticket: Submitted → Accepted.');
    assert.equal(of(comment('comment')), 'Dev commented on your ticket:\n\n> Tray 2?');
    assert.equal(of(comment('question')), 'Dev asked something about your ticket:\n\n> Tray 2?');
    const assignee = { role: 'assignee', who: 'Ada' } as const;
    assert.equal(of(comment('answer'), assignee), 'Ada answered on a ticket assigned to you:\n\n> Tray 2?');
    assert.equal(
      of(moved, { role: 'follower' }),
      'Dev changed the status of a ticket that you follow: Submitted → Accepted.',
    );
    assert.equal(of(comment('answer'), { role: 'mentioned' }), 'Dev mentioned you in a comment:\n\n> Tray 2?');
    const internal = { reason: 'comment', type: 'comment', content: null } as const;
    assert.equal(of(internal, assignee), 'Ada wrote an internal comment on a ticket assigned to you.');
    assert.equal(of(internal, { role: 'mentioned' }), 'Dev mentioned you in an internal comment.');
    const priority = 'Status: Accepted\nPriority: High';
    assert.equal(of({ reason: 'assigned' }), `Dev assigned this ticket to you:\n\n> Every second page.\n\n${priority}`);
    const facts = 'Category: Bug\nUrgency: Critical\nProject: Office';
    assert.equal(of({ reason: 'created' }, { who: 'Ada' }), `Ada reported:\n\n> Every second page.\n\n${facts}`);
  });

  test('says in Polish what happened', () => {
    const of = (change: NotifiedChange, more?: Partial<NotificationContent>) =>
      said(notification(change, polish, more).text);
    assert.equal(of(closed), 'Dev zamyka Twoje zgłoszenie z odpowiedzią:\n\n> Replaced the roller.');
    assert.equal(of({ ...closed, answer: null }), 'Dev zamyka Twoje zgłoszenie.');
    assert.equal(of(moved), 'Dev zmienia status Twojego zgłoszenia: Nowe → Przyjęte.');
    assert.equal(of(comment('comment')), 'Dev komentuje Twoje zgłoszenie:\n\n> Tray 2?');
    assert.equal(of(comment('answer')), 'Dev odpowiada w Twoim zgłoszeniu:\n\n> Tray 2?');
    const assignee = { role: 'assignee', who: 'Ada' } as const;
    assert.equal(of(comment('question'), assignee), 'Ada pyta o przypisane Ci zgłoszenie:\n\n> Tray 2?');
    assert.equal(of(moved, { role: 'follower' }), 'Dev zmienia status obserwowanego zgłoszenia: Nowe → Przyjęte.');
    assert.equal(of(comment('answer'), { role: 'mentioned' }), 'Dev wspomina o Tobie w komentarzu:\n\n> Tray 2?');
    const internal = { reason: 'comment', type: 'comment', content: null } as const;
    assert.equal(of(internal, assignee), 'Ada pisze komentarz wewnętrzny w przypisanym Ci zgłoszeniu.');
    assert.equal(of(internal, { role: 'mentioned' }), 'Dev wspomina o Tobie w komentarzu wewnętrznym.');
    const priority = 'Status: Przyjęte\nPriorytet: Wysoki';
    assert.equal(of({ reason: 'assigned' }), `Dev przypisuje Ci to zgłoszenie:\n\n> Every second page.\n\n${priority}`);
    const facts = 'Kategoria: Błąd\nPilność: Krytyczna\nProjekt: Office';
    assert.equal(of({ reason: 'created' }, { who: 'Ada' }), `Ada zgłasza:\n\n> Every second page.\n\n${facts}`);
  });

  test('names the ticket in its subject, links to it, and says why it came and how to turn such mails off', () => {
    const { subject, text, html } = notification(moved);
    assert.equal(subject, '[#12] Printer jams');
    assert.match(text, /\n#12 Printer jams\nhttps:\/\/kwit\.example\.com\/t\/12\n/);
    assert.match(html, /<a href="https:\/\/kwit\.example\.com\/t\/12">#12 Printer jams<\/a>/);
    assert.match(text, /\n-- \nYou receive this because you reported the ticket\.\n/);
    assert.ok(text.endsWith(`No more messages about new, assigned and changed tickets: ${OFF}\n`));
    assert.ok(html.includes(`<a href="${OFF}">No more messages about new, assigned and changed tickets</a>`));
    assert.match(notification(comment('comment')).text, /No more messages about comments: https:/);
    assert.match(notification({ reason: 'assigned' }, polish).text, /bo zgłoszenie jest przypisane do Ciebie/);
  });

  test('leads a person who may reopen the ticket to the page on which they do', () => {
    const mayReopen = { ...closed, mayReopen: true };
    const { text, html } = notification(mayReopen);
    assert.match(text, /\n\nIt is not solved: https:\/\/kwit\.example\.com\/reopen\/12\n/);
    assert.match(html, /<a href="https:\/\/kwit\.example\.com\/reopen\/12">It is not solved<\/a>/);
    assert.match(notification(mayReopen, polish).text, /\nSprawa nie jest rozwiązana: https:/);
    assert.doesNotMatch(notification(closed).text, /\/reopen\//);
  });

  test('asks its reporter whether the answer solved it, on a page that asks again', () => {
    const rates = { ...closed, rates: 'a-1', mayReopen: true };
    assert.match(
      notification(rates).text,
      /\n\nIt is solved: https:\/\/kwit\.example\.com\/answers\/a-1\?helped=1\n\nIt is not solved: https:/,
    );
    assert.match(notification(rates, polish).text, /\nSprawa jest rozwiązana: https:/);
    assert.doesNotMatch(notification(closed).text, /\/answers\//);
  });

  test('has no address when app_url is not set', () => {
    const change = { ...closed, mayReopen: true };
    const { text, html } = notification(change, { language: 'en', appUrl: '', offUrl: null });
    assert.doesNotMatch(text + html, /https?:|<a /);
    assert.match(text, /You can turn such messages off in your profile\./);
  });

  test('shows what people write as text', () => {
    const bad = `<script>alert('1')</script> & "x"\r\nBcc: eve@example.net`;
    const { subject, html, text } = notification({ ...closed, answer: bad }, english, {
      ticket: { ...ticket, title: bad },
      who: bad,
    });
    assert.equal(subject, `[#12] <script>alert('1')</script> & "x" Bcc: eve@example.net`);
    assert.doesNotMatch(html, /<script|"x"/);
    assert.match(text, /\n> Bcc: eve@example\.net\n/);
    assert.doesNotMatch(text, /\nBcc/);
  });

  test('cuts long texts, between characters', () => {
    const { text } = notification({ ...closed, answer: '𝒳'.repeat(10_000) });
    assert.ok(text.includes(`> ${'𝒳'.repeat(QUOTED - 1)}…\n`));
    const { subject } = notification(moved, english, { ticket: { ...ticket, title: '𝒳'.repeat(300) } });
    assert.equal(subject, `[#12] ${'𝒳'.repeat(199)}…`);
  });
});

describe('a digest', () => {
  const listed = { ...ticket, reporter_name: 'Ada' };

  test('lists the tickets, in English and in Polish', () => {
    const { subject, text } = rendered(
      digestNotification([listed, { ...listed, number: 13, title: 'Fax' }], 2, 'Kwit', english),
    );
    assert.equal(subject, '[Kwit] 2 new tickets');
    assert.match(
      text,
      /#12 Printer jams\nReported by Ada · Bug · Urgency: Critical\nhttps:\/\/kwit\.example\.com\/t\/12\n\n#13 Fax/,
    );
    assert.match(text, /because you are a developer/);
    const inPolish = (count: number) =>
      rendered(
        digestNotification(
          Array.from({ length: count }, () => listed),
          count,
          'Kwit',
          polish,
        ),
      ).subject;
    assert.deepEqual([1, 2, 5, 22].map(inPolish), [
      '[Kwit] 1 nowe zgłoszenie',
      '[Kwit] 2 nowe zgłoszenia',
      '[Kwit] 5 nowych zgłoszeń',
      '[Kwit] 22 nowe zgłoszenia',
    ]);
  });

  test('says how many tickets it does not list', () => {
    const { subject, text } = rendered(
      digestNotification(
        Array.from({ length: 50 }, () => listed),
        60,
        'Kwit',
        english,
      ),
    );
    assert.equal(subject, '[Kwit] 60 new tickets');
    assert.equal(text.match(/#12/g)?.length, 50);
    assert.match(text, /… and 10 more\./);
  });
});

describe('the words', () => {
  test('are those of the web app', () => {
    for (const language of LANGUAGES) {
      const app = JSON.parse(readFileSync(new URL(`../../../web/src/texts/${language}.json`, import.meta.url), 'utf8'));
      const { status, category, priority, urgency } = WORDS[language];
      for (const [name, words] of Object.entries({ status, category, priority, urgency }))
        assert.deepEqual(words, app[name], `${language}: ${name}`);
    }
  });
});

describe('a text for a header', () => {
  test('is one line of at most so many characters, whatever was written', () => {
    const nasty = fc.string({ unit: fc.oneof(fc.constantFrom('\r', '\n', '\0', '\u2028', '\t', ' '), fc.string()) });
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 20 }), (text, length) => {
        const line = oneLine(text, length);
        assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029]/u);
        assert.ok([...line].length <= length);
      }),
    );
    assert.equal(cut('abc', 3), 'abc');
    assert.equal(cut('ab cd', 4), 'ab…');
  });
});
