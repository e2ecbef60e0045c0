import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHtmlBody } from './html-body.ts';

/** A text in HTML, and the Markdown that it becomes. */
const TABLE: readonly (readonly [string, string])[] = [
  ['<div>one<br>two</div>', 'one\ntwo'],
  ['<p>a <b>b</b> <i>c</i></p>', 'a **b** _c_'],
  ['see <img src="cid:p@x" style="width:9px">', 'see ![p q.png](attachment:p%20q.png)'],
  ['<script>alert(1)</script><p onclick="x()">hello</p><a href="javascript:alert(1)">there</a>', 'hello\n\nthere'],
  ['<blockquote type="cite">said<blockquote>before</blockquote></blockquote>', '> said\n>\n> > before'],
  ['a &lt;b&gt; &amp; c', 'a <b> & c'],
  ['<p>run</p><pre>ls *.log\n  rm -r a_b_</pre>', 'run\n\n```\nls *.log\n  rm -r a_b_\n```'],
  ['<pre><code>a &lt; b</code></pre>', '```\na < b\n```'],
  ['see <img src="cid:none">it<img src="https://x.example/a.png">', 'see it![](https://x.example/a.png)'],
];

test('A text in HTML becomes Markdown, form by form', () => {
  for (const [html, markdown] of TABLE)
    assert.equal(readHtmlBody(html, (address) => (address === 'cid:p@x' ? 'p q.png' : null)).text, markdown, html);
});

test('A picture in the text itself becomes a file', () => {
  const { text, pictures } = readHtmlBody('<img src="data:image/png;base64,aGk="> offer', () => null);
  assert.equal(text, '![picture-1.png](attachment:picture-1.png) offer');
  assert.deepEqual(
    pictures.map(({ name, bytes }) => [name, bytes.toString()]),
    [['picture-1.png', 'hi']],
  );
});
