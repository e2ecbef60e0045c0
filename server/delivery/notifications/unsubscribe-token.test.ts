import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe.ts';

const key = Buffer.alloc(32, 7);
const ada = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const jan = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0f';

test('a token names whose mails it turns off, and which', () => {
  for (const interest of ['ticket_status', 'developer_comment'] as const)
    assert.deepEqual(readUnsubscribeToken(key, unsubscribeToken(key, { userId: ada, interest })), {
      userId: ada,
      interest,
    });
});

test('a token cannot be made up, bent to another person or kind, or read with another key', () => {
  const token = unsubscribeToken(key, { userId: ada, interest: 'ticket_status' });
  const [, , signature = ''] = token.split('.');
  const bent = [
    '',
    'x',
    token.replace(ada, jan),
    token.replace('ticket_status', 'developer_comment'),
    token.replace('ticket_status', 'role'),
    `${ada}.ticket_status`,
    `${ada}.ticket_status.`,
    token.slice(0, -2),
    `${token}.x`,
    `${ada}.ticket_status.${Buffer.from(signature, 'base64url').reverse().toString('base64url')}`,
  ];
  for (const forged of bent) assert.equal(readUnsubscribeToken(key, forged), null, forged);
  assert.equal(readUnsubscribeToken(Buffer.alloc(32, 8), token), null);
});
