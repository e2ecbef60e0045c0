import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownOfWiki } from './wiki-markup.ts';

const NAMES = { person: (id: string) => (id === 'a1' ? 'Ada Nowak' : null) };

/** Text of the wiki, and the Markdown that it becomes. */
const TABLE: readonly (readonly [string, string])[] = [
  ['*bold*', '**bold**'],
  ['_slanted_', '_slanted_'],
  ['*_both_*', '**_both_**'],
  ['-gone-', '~~gone~~'],
  ['well-known and 10-20, from -5 to -3', 'well-known and 10-20, from -5 to -3'],
  ['{{mono}} and {{a*b*c}}', '`mono` and `a*b*c`'],
  ['h4. Four', '#### Four'],
  ['bq. one line\nnext', '> one line\n\nnext'],
  ['{quote}\ntwo\nlines\n{quote}', '> two\n> lines'],
  ['{quote}said\n{code}x{code}\n{quote}', '> said\n>\n> ```\n> x\n> ```'],
  ['Text:\n# a\n# b\ntext', 'Text:\n\n1. a\n2. b\n\ntext'],
  ['* a\n** b\n* c', '- a\n  - b\n- c'],
  [' * Steps\n *# one\n *# two', '- Steps\n  1. one\n  2. two'],
  ['- a\n- b', '- a\n- b'],
  ['{code:sql}\nselect *\nfrom t;\n{code}', '```sql\nselect *\nfrom t;\n```'],
  ['{code:title=a.js|borderStyle=solid}\nx()\n{code}', '**a.js**\n\n```\nx()\n```'],
  ['{noformat}*not bold*{noformat}', '```\n*not bold*\n```'],
  ['{code}\n```\n{code}', '````\n```\n````'],
  ['[text|https://a.example.com/x|smart-link]', '[text](https://a.example.com/x)'],
  ['[https://a.example.com|https://a.example.com|smart-link]', 'https://a.example.com'],
  ['[https://a.example.com]', 'https://a.example.com'],
  ['[mail|mailto:a@example.com]', '[mail](mailto:a@example.com)'],
  ['[run|javascript:alert(1)]', 'run (javascript:alert(1))'],
  ['https://a.example.com/x_y_z-a-*b*', 'https://a.example.com/x_y_z-a-*b*'],
  ['[^plan; final.pdf] of [~accountid:a1] and [~b2]', 'plan; final.pdf of @Ada Nowak and @b2'],
  ['!shot one.png|width=300,height=200!', '![shot one.png](attachment:shot%20one.png)'],
  ['{*}Bold{*}, in{*}side{*} a word, {_}slanted{_}', '**Bold**, inside a word, _slanted_'],
  ['Wow! It works!', 'Wow! It works!'],
  ['----', '---'],
  ['||H||I||\n|c|d [x|https://a.example.com]|', '| H | I |\n| --- | --- |\n| c | d [x](https://a.example.com) |'],
  ['|a|b|\n|c \\\\ d|e|', '| a | b |\n| --- | --- |\n| c<br>d | e |'],
  ['|a\nb|c|', '| a<br>b | c |\n| --- | --- |'],
  ['a \\\\ b', 'a\nb'],
  ['2 * 3 * 4 = 24', '2 * 3 * 4 = 24'],
  ['^\\d+\\.\\d*$ and dir *.* /s', '^\\d+\\.\\d*$ and dir *.* /s'],
  ['/tmp/*.log /var/*.log', '/tmp/*.log /var/*.log'],
  ['snake_case_name', 'snake_case_name'],
  ['Order #4711', 'Order #4711'],
  ['C:\\temp\\new', 'C:\\temp\\new'],
  ['{color:#ff0000}red{color}', 'red'],
  ['{panel:title=Note}Text.{panel}', '**Note**\n\nText.'],
  ['2^nd^, H~2~O, +new+, ??book??', '2nd, H2O, new, book'],
  ['C++ and D++', 'C++ and D++'],
  ['\\*not bold\\*', '\\*not bold\\*'],
  ['(/) done, (x) not :)', '✅ done, ❌ not :)'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['{code}never closed', '{code}never closed'],
  ['', ''],
];

test('Text of the wiki of Jira becomes Markdown, form by form', () => {
  assert.deepEqual(
    TABLE.map(([wiki]) => [wiki, markdownOfWiki(wiki, NAMES)]),
    TABLE,
  );
});

test('a text that is longer than Jira keeps one stays as it is written', () => {
  for (const sign of ['{', '[', '!a|', '{quote}']) {
    const long = sign.repeat(1_000_000);
    assert.equal(markdownOfWiki(long, NAMES), long);
  }
});
