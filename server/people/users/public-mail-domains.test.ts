import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicMailDomain } from './addresses.ts';

test('knows where everybody can get an address', () => {
  for (const domain of ['gmail.com', 'wp.pl', 'yopmail.com', 'live.com', 'gmx.at', 'yahoo.co.uk', 'hotmail.com.br'])
    assert.ok(isPublicMailDomain(domain), domain);
  for (const domain of ['', 'example.com', 'gmail.example.com', 'notgmail.com', 'live.events', 'outlook.example.com'])
    assert.ok(!isPublicMailDomain(domain), domain);
});
