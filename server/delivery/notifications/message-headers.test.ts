import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idHost, messageHeaders } from './notification.ts';

const threaded = {
  host: 'kwit.example.com',
  eventId: 'e1',
  recipientId: 'ada',
  ticketId: 't1',
  offUrl: 'https://kwit.example.com/off',
};

test('a message has the id of its event and reader, belongs to its ticket, and says that no human sent it', () => {
  assert.deepEqual(messageHeaders(threaded), {
    messageId: '<e1.ada@kwit.example.com>',
    headers: {
      'In-Reply-To': '<ticket.t1@kwit.example.com>',
      References: '<ticket.t1@kwit.example.com>',
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': '<https://kwit.example.com/off>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
});

test('one click is offered by https only, and no address when there is none', () => {
  const names = (offUrl: string | null) => Object.keys(messageHeaders({ ...threaded, offUrl }).headers);
  assert.ok(names('http://127.0.0.1/off').includes('List-Unsubscribe'));
  assert.ok(!names('http://127.0.0.1/off').includes('List-Unsubscribe-Post'));
  assert.ok(!names(null).some((name) => name.startsWith('List-')));
});

test('a message about several tickets belongs to none', () => {
  assert.equal(messageHeaders({ ...threaded, ticketId: null }).headers.References, undefined);
});

test('ids are at home where Kwit is, or else where its mail comes from', () => {
  const nowhere = { app_url: '', mail_provider: null, smtp_from: '', ses_from: '' } as const;
  assert.equal(idHost({ ...nowhere, app_url: 'https://kwit.example.com:8443/x' }), 'kwit.example.com');
  assert.equal(idHost({ ...nowhere, mail_provider: 'smtp', smtp_from: 'Kwit <kwit@example.com>' }), 'example.com');
  assert.equal(idHost({ ...nowhere, mail_provider: 'ses', ses_from: 'kwit@example.org' }), 'example.org');
  assert.equal(idHost(nowhere), 'localhost');
});
