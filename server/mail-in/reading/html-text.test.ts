import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fromCommonMark } from '#markdown';
import { readHtml } from './html-text.ts';

const shown = (html: string): string => fromCommonMark(readHtml([html]).markdown, { isConverted: true });

/** HTML, and what people see of it. */
const TABLE: Readonly<Record<string, readonly (readonly [html: string, markdown: string])[]>> = {
  'shows nothing hidden': [
    ['<div style="max-height:0;overflow:hidden">no</div>yes', 'yes'],
    ['<div style="display: none">no<p>no</p></div>yes', 'yes'],
    ['<p style="visibility:hidden">no <b style="visibility:visible">yes</b></p>', '**yes**'],
    ['<td style="font-size:0px"><div style="font-size:13px">yes</div>no</td>', 'yes'],
    ['<span style="opacity:0">no</span><span style="opacity:0.9">yes</span>', 'yes'],
    ['<div style="height:0;overflow:hidden">no</div><i hidden>no</i>yes', 'yes'],
    ['<style>a<b</style><script>if (a<b) no</script><title>no</title>yes', 'yes'],
    ['<img src="https://a.test/dot.gif" width=1 height=1>yes<img src="cid:x" style="width:1px;height:1px">', 'yes'],
  ],
  'shows no marks of office programs': [
    ['<![if !mso]>yes<![endif]><!--[if mso]>no<![endif]--><!--[if !mso]><!-->too<!--<![endif]-->', 'yestoo'],
    [
      '<?xml version="1.0"?><!DOCTYPE html><html xmlns:o="x"><o:p>&nbsp;</o:p><p class="MsoNormal">yes<o:p></o:p></p>',
      'yes',
    ],
    ['<p style="mso-list:l0"><span style="mso-list:Ignore">2.<span>&nbsp; </span></span>two</p>', '2. two'],
    ['<p style="mso-list:l0"><span style="mso-list:Ignore">·<span>&nbsp; </span></span>one</p>', '- one'],
  ],
  'keeps words apart, and whole': [
    ['<div>one</div><div>two</div>three<p>four', 'one\ntwo\nthree\n\nfour'],
    ['<table><tr><td>one<td>two<tr><td>three</table>', '| one | two |\n| --- | --- |\n| three |  |'],
    ['<table><tr><td><ul><li>one</ul><td>two</table>', '- one\n\ntwo'],
    ['wo<b>r</b>d<wbr>s <b> bold </b>&nbsp;<i>it</i>', 'words **bold** _it_'],
    ['one<br>\n  two<br><br>three', 'one\ntwo\n\nthree'],
    ['a &lt;b&gt; &amp;amp; 1 < 2 <', 'a <b> &amp; 1 < 2 <'],
    [
      '<a title=">" href="https://a.test/(x)">one</a> <a href="https://a.test">https://a.test</a>',
      '[one](https://a.test/%28x%29) https://a.test',
    ],
    ['<a href="mailto:a@b.test">a@b.test</a> <a href="javascript:x">two</a>', 'a@b.test two'],
    ['<span style="display:block">one</span><span style="display: block">two</span>', 'one\ntwo'],
    ['<del>one</del><ins>two</ins>, thr<s>e</s>e', '~~one~~ two, thr ~~e~~ e'],
    ['one <!-- two -- > three', 'one two -- > three'],
    ['<b>one</i> two</b></div> three', '**one two**\nthree'],
  ],
  'keeps numbers of lists, quotations, tables and code': [
    ['<ol start=3><li>three<li value=7>seven<ul><li>in</ul><li>eight</ol>', '3. three\n7. seven\n   - in\n8. eight'],
    ['<ol type=a><li>one<li>two</ol>', 'a. one\nb. two'],
    ['<blockquote>said<blockquote>before</blockquote></blockquote>after', '> said\n>\n> > before\n\nafter'],
    [
      '<table><tr><th>a<th colspan=2>b|c<tr><td>1<br>2<td>3<td>4</table>',
      '| a | b\\|c |  |\n| --- | --- | --- |\n| 1<br>2 | 3 | 4 |',
    ],
    ['<pre>  if (a) {\n    *b*;\n  }</pre>', '```\n  if (a) {\n    *b*;\n  }\n```'],
    ['<code>a*b*</code> <pre>```</pre>', '`a*b*`\n\n````\n```\n````'],
  ],
  'takes no sign of a text for a mark': [
    ['dir *.* /s, __init__.py, C:\\new\\*, [x](y), # one', 'dir *.* /s, __init__.py, C:\\new\\*, [x](y), # one'],
    ['<p>*so*</p><p>~~5~~</p>', '\\*so\\*\n\n\\~\\~5\\~\\~'],
  ],
  'says where a picture stands': [
    ['<img src="https://a.test/p.png" alt="plan">', '![plan](https://a.test/p.png)'],
    ['<a href="https://a.test"><img src="https://a.test/p.png" alt="plan"></a>', '[plan](https://a.test)'],
  ],
};

describe('HTML as people see it', () => {
  for (const [does, rows] of Object.entries(TABLE))
    test(does, () => {
      for (const [html, markdown] of rows) assert.equal(shown(html), markdown, html);
    });

  test('is the same however it is cut into pieces', () => {
    const html = Object.values(TABLE)
      .flat()
      .map(([match]) => `<div>${match}</div>`)
      .filter((paragraph) => !paragraph.includes('<!-- two'))
      .join('');
    const whole = readHtml([html]).markdown;
    for (const size of [1, 2, 7, 100])
      assert.equal(readHtml(html.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []).markdown, whole, String(size));
  });

  test('keeps all words however deep they stand, and says that it is only a part of it', () => {
    const { markdown, isPart } = readHtml([`<p>top</p>${'<blockquote><div>'.repeat(3000)}<p>bottom`]);
    assert.match(markdown, /^top\n[\s\S]*bottom$/);
    assert.equal(isPart, true);
  });
});
