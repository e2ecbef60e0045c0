import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TicketDetail } from '#contract/tickets.ts';
import { htmlOf, plainText } from '#markdown';
import { importsOf } from '../server/testing/import-runs.ts';
import { MAIL_DOMAIN, openMailIn, sendAll, VERIFIED, writtenMail } from '../server/testing/incoming-mail.ts';
import { connectAgent, tokenOf } from '../server/testing/mcp-agent.ts';
import { type App, onEachDatabaseAnew } from '../server/testing/start-app.ts';
import { size } from './size.ts';
import { SHOWN_TEXTS, type ShownText, seenIn, squeezed } from './texts/shown-texts.ts';

/** One table of texts × typed on the page, mailed, imported × page, mail, agent: every sign stands where it was. */

/** A part of the table, spread over it, or all of it. */
const EVERY = size(5, 1);
/** As many texts are printed at full size: as they were written, on the page, in a mail, and as an agent reads them. */
const PRINTED = 20;
const TEXTS = SHOWN_TEXTS.filter((_, at) => at % EVERY === 0);

/** Without blanks, and of a quotation without its marks: HTML has one for all its lines. */
const signs = (text: string, written: string): string =>
  /^>/m.test(written) ? squeezed(text).replaceAll('>', '') : squeezed(text);

/**
 * Some texts read differently by a way. In a mail two dashes begin a signature, code and tables are code and tables; a table brings no files for
 * the places of pictures.
 */
const OTHERWISE: Readonly<Record<string, RegExp>> = {
  mailed: /^-- $|^```|^\|/m,
  imported: /\(attachment:/,
};

/** Agents get links and tags escaped: they read as they were written, and lead nowhere. */
const escapeless = (text: string): string => squeezed(text).replaceAll('\\', '');

const newest = async ({ cast }: App): Promise<TicketDetail> => {
  const dev = await cast.dev;
  const [last] = (await dev.get<{ id: string }[]>('/api/tickets?sort=number&limit=1')).is(200);
  return (await dev.get<TicketDetail>(`/api/tickets/${last?.id}`)).is(200);
};

/** Brings texts in as what tickets say. @returns the tickets, in their order. */
type Way = (app: App, texts: readonly ShownText[]) => Promise<TicketDetail[]>;

const WAYS: Readonly<Record<string, Way>> = {
  typed: async (app, texts) => {
    const ada = await app.cast.ada;
    const tickets: TicketDetail[] = [];
    for (const { written } of texts) {
      await ada.opens({ description: written });
      tickets.push(await newest(app));
    }
    return tickets;
  },
  mailed: async (app, texts) => {
    const post = await openMailIn(app, await app.cast.dev);
    const tickets: TicketDetail[] = [];
    for (const [n, { written }] of texts.entries()) {
      const head = { From: `person${n}@example.com`, Subject: `Mailed ${n}` };
      const { body } = await post(writtenMail(head, written, [VERIFIED]), `report@${MAIL_DOMAIN}`);
      assert.equal(body.state, 'report', written);
      tickets.push(await newest(app));
    }
    return tickets;
  },
  imported: async (app, texts) => {
    const tickets: TicketDetail[] = [];
    for (const [n, { written }] of texts.entries()) {
      const path = join(app.dataDir, `shown-${n}.csv`);
      writeFileSync(path, `title,description,external_id\nShown ${n},"${written.replaceAll('"', '""')}",s${n}\n`);
      await importsOf(app).bringsTable(path);
      tickets.push(await newest(app));
    }
    return tickets;
  },
};

onEachDatabaseAnew('every sign stands where it was', (app) => {
  for (const [way, bring] of Object.entries(WAYS))
    test(`in a text that is ${way}`, async (t) => {
      const { cast, address } = app();
      const dev = await cast.dev;
      (await dev.patch('/api/settings', { mcp: 'read' })).is(200);
      const agent = await connectAgent(address, await tokenOf(dev, 'read', way));
      const texts = TEXTS.filter(({ written }) => !OTHERWISE[way]?.test(written));
      const tickets = await bring(app(), texts);
      for (const [n, text] of texts.entries()) {
        const { written, seen = written } = text;
        const { description, number } = tickets[n] as TicketDetail;
        const shown = seenIn(htmlOf(description));
        const expected = signs(way === 'mailed' && !written.startsWith('~~~') ? written : seen, written);
        assert.equal(signs(shown, written), expected, `${way}, on the page: ${written}`);
        // A number of another tracker leads nowhere here.
        if (way !== 'mailed') assert.equal(description.replaceAll(/\\(?=#\d)/g, '').trim(), written.trim(), way);
        const { text: read } = await agent.uses('get_ticket', { number });
        const [, forAgent = ''] = /description, written by[^\n]*\n(.*?)\n\[\//s.exec(read) ?? [];
        assert.equal(escapeless(forAgent), escapeless(description), `by an agent: ${written}`);
        if (EVERY === 1 && n < PRINTED)
          t.diagnostic(
            [written, shown, plainText(description), forAgent].map((version) => JSON.stringify(version)).join('  '),
          );
      }
      await agent.client.close();
    });

  test('in an excerpt and in an answer', async () => {
    const { ada, dev } = await app().cast.all();
    for (const { written, seen = written, plain = written } of TEXTS) {
      const ticket = await ada.opens({ description: written });
      const [word] = /\p{L}{4,}/u.exec(plain) ?? [];
      if (word !== undefined) {
        const listed = (await dev.lists(`?q=${encodeURIComponent(word)}&snippets=1&sort=number`)).is(200);
        const { parts = [] } = listed.find(({ id }) => id === ticket.id)?.snippet ?? {};
        const excerpt = parts
          .map(({ text }) => text)
          .join('')
          .replaceAll(/^… | …$/g, '');
        assert.ok(
          squeezed(plain).includes(squeezed(excerpt)) && excerpt !== '',
          `in the excerpt: ${written}: ${JSON.stringify([word, parts])}`,
        );
      }
      const closed = (await dev.patches(ticket, { status: 'closed', closure_summary: written })).is(200);
      const [summary] = (await ada.reads(closed)).is(200).comments;
      const { content } = (await ada.get<{ content: string }>(`/api/answers/${summary?.id}`)).is(200);
      assert.equal(content.trim(), written.trim());
      assert.equal(signs(seenIn(htmlOf(content)), written), signs(seen, written), `as an answer: ${written}`);
    }
  });

  test('in a mail', async () => {
    const { ada, dev } = await app().cast.all();
    for (const [n, { written, seen = written, plain = written }] of TEXTS.entries()) {
      const ticket = await ada.opens({ title: `To be mailed ${n}` });
      (await dev.comments(ticket, written)).is(201);
      await sendAll(app());
      const mail = app()
        .mailbox.list()
        .find(({ to, subject }) => to === 'ada@example.com' && subject.includes(`#${ticket.number}`));
      // It stands there as a quotation.
      const text = (mail?.text ?? '').replace(/^> ?/gm, '');
      assert.ok(signs(text, written).includes(signs(plain, written)), `plain: ${written}`);
      assert.ok(signs(seenIn(mail?.html ?? ''), written).includes(signs(seen, written)), `HTML: ${written}`);
    }
  });
});
