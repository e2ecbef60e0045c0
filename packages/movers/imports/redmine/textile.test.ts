import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownOfTextile } from './textile.ts';

const NAMES = { person: (id: string) => (id === '6' ? 'Ada Nowak' : null) };

/** Text in Textile, and the Markdown that it becomes. */
const TABLE: readonly (readonly [string, string])[] = [
  ['*bold* _slanted_ -gone- +new+ ??said??', '**bold** _slanted_ ~~gone~~ new said'],
  ['@a*b*c@ and @\\\\srv\\x@', '`a*b*c` and `\\\\srv\\x`'],
  ['h2. Two\n\np. text', '## Two\n\ntext'],
  ['# a\n# b\n## c', '1. a\n2. b\n   1. c'],
  ['* a\n** b', '- a\n  - b'],
  ['|_. A|_. B|\n|1|*2*|', '| A | B |\n| --- | --- |\n| 1 | **2** |'],
  ['<pre><code class="ruby">\nputs "*a*" {b}\n</code></pre>', '```ruby\nputs "*a*" {b}\n```'],
  ['<pre>\na &lt; b\n</pre>', '```\na < b\n```'],
  [
    '"docs":https://a.example.com/x?y=1 and "mail":mailto:a@example.com.',
    '[docs](https://a.example.com/x?y=1) and [mail](mailto:a@example.com).',
  ],
  ['bq. quoted\n\nnext', '> quoted\n\nnext'],
  ['<blockquote>two\nlines</blockquote>', '> two\n> lines'],
  ['!picture.png! [[Page|a page]] user#6 user#9', '![picture.png](attachment:picture.png) a page Ada Nowak user#9'],
  ['see attachment:"a list.csv".', 'see a list.csv.'],
  ['%{color:red}red% {braces}', 'red {braces}'],
];

test('Text in Textile becomes Markdown, form by form', () => {
  for (const [textile, markdown] of TABLE) assert.equal(markdownOfTextile(textile, NAMES), markdown, textile);
});
