import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInMessage } from './messages.ts';

const signIn = {
  code: '04821937',
  language: 'en',
  appName: 'Kwit',
  appUrl: 'https://kwit.example.com',
  minutes: 10,
} as const;

for (const language of ['pl', 'en'] as const) {
  test(`the code, and no other number like it, is found in the message in ${language}`, () => {
    const { subject, text, html } = signInMessage({ ...signIn, language });
    assert.deepEqual(text.match(/\b\d{8}\b/g), ['04821937']);
    assert.deepEqual(html.match(/\b\d{8}\b/g), ['04821937']);
    assert.doesNotMatch(subject, /\d/);
    assert.ok(text.split('\n').some((line) => line.trim() === '04821937'));
    assert.ok(html.split('\n').includes('04821937'));
  });
}

test('names the application, its address and how long the code holds', () => {
  const english = signInMessage(signIn);
  assert.equal(english.subject, 'Sign-in code – Kwit');
  for (const form of [english.text, english.html]) {
    assert.match(form, /Kwit/);
    assert.match(form, /https:\/\/kwit\.example\.com/);
    assert.match(form, /valid for 10 minutes/);
  }
  assert.doesNotMatch(signInMessage({ ...signIn, appUrl: '' }).html, /<a /);
});

test('counts minutes as each language does', () => {
  const polish = (minutes: number) => signInMessage({ ...signIn, language: 'pl', minutes }).text;
  assert.match(polish(1), /ważny 1 minutę/);
  assert.match(polish(3), /ważny 3 minuty/);
  assert.match(polish(10), /ważny 10 minut /);
  assert.match(polish(22), /ważny 22 minuty/);
  assert.match(signInMessage({ ...signIn, minutes: 1 }).text, /valid for 1 minute /);
});

test('a name or an address cannot put markup into the message', () => {
  const appName = `<img src=x onerror="alert('1')"> & Co`;
  const { html, text } = signInMessage({ ...signIn, appName, appUrl: 'https://example.com/"><script>' });
  assert.doesNotMatch(html, /<img|<script/);
  assert.match(html, /&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt; &amp; Co/);
  assert.ok(text.includes(appName));
});
