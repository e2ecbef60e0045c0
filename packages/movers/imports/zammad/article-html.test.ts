import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArticleHtml } from './zammad-articles.ts';

/** An article in HTML, and the Markdown that it becomes. */
const TABLE: readonly (readonly [string, string])[] = [
  ['<div>one<br>two</div>', 'one\ntwo'],
  ['<p>a <b>b</b> <i>c</i></p>', 'a **b** _c_'],
  ['see <img src="cid:p@x" style="width:9px">', 'see p.png'],
  ['<script>alert(1)</script><p onclick="x()">hello</p><a href="javascript:alert(1)">there</a>', 'hello\n\nthere'],
  ['<blockquote type="cite">said<blockquote>before</blockquote></blockquote>', '> said\n>\n> > before'],
  ['a &lt;b&gt; &amp; c', 'a <b> & c'],
];

test('An article in HTML becomes Markdown, form by form', () => {
  for (const [html, markdown] of TABLE)
    assert.equal(readArticleHtml(html, (id) => (id === 'p@x' ? 'p.png' : null)).text, markdown, html);
});

test('A picture in the text itself becomes a file', () => {
  const { text, pictures } = readArticleHtml('<img src="data:image/png;base64,aGk="> offer', () => null);
  assert.equal(text, 'picture-1.png offer');
  assert.deepEqual(
    pictures.map(({ name, bytes }) => [name, bytes.toString()]),
    [['picture-1.png', 'hi']],
  );
});
