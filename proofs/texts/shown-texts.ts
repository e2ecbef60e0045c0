/**
 * Texts as people write them, and how they read wherever they are shown. A text alone reads as it was written, every sign
 * where it was; `seen` is how it reads on the page, in marks of lists and quotes as they stand there, `plain` in plain text.
 */
export interface ShownText {
  readonly written: string;
  readonly seen?: string;
  readonly plain?: string;
}

const as = (...texts: string[]): ShownText[] => texts.map((written) => ({ written }));
/** Emphasis and code lose their marks, on the page and in plain text alike. */
const marked = (rows: Readonly<Record<string, string>>): ShownText[] =>
  Object.entries(rows).map(([written, seen]) => ({ written, seen, plain: seen }));

const COMMANDS = as(
  'dir *.* /s',
  'rm -rf /tmp/*.log /var/*.log',
  'ls *log*',
  'cp *.txt *.bak ~/backup/',
  'grep -rn "*foo*" src/**/*.ts test/**/*.ts',
  'find . -name \\*.log -o -name \\*.tmp',
  'find . -exec rm {} \\;',
  'SELECT * FROM a WHERE b LIKE "%x%" AND c = a.*',
  'SELECT a.*, b.* FROM a, b',
  '*/5 * * * * /usr/bin/cron_job',
  '* * * * * /usr/bin/every_minute',
  '0 0 * * *',
  '$ echo $PATH && echo *a* *b*',
  'sudo rm *old* _new_',
  'C:\\> del *tmp*',
  'PS C:\\Users\\jan> Remove-Item *tmp*',
  'jan@host:~$ ls *a* *b*',
  '>>> import os; os.__file__',
  'docker run \\\n  -p 80:80 \\\n  nginx',
  'git commit -m "fix: a_b_c" --author="Jan <jan@example.com>"',
  'tar -czf *a* | ssh root@10.0.0.1 "cat > /tmp/x"',
  'chmod a+x ./*.sh && ./run_*_all.sh',
  'del /q %TEMP%\\*.tmp',
  'echo ${HOME} `',
  'sed -e s/\\*/x/g -e s/_/-/g',
  "awk '{ print $1 * $2 * $3 }'",
  'kubectl get pods -l app=*a*,tier=_b_',
);

const PATHS = as(
  'C:\\new\\*',
  'C:\\Users\\jan\\*.tmp',
  'C:\\Program Files\\_x\\*.* and D:\\_y\\',
  'C:\\Documents and Settings\\_jan',
  '%TEMP%\\_x and .\\_y and ..\\_z and src\\_a\\_b',
  '\\\\server\\share\\_x',
  '\\\\server\\c$\\*.log',
  'DOMAIN\\jan and HKLM\\Software\\_x',
  'temp\\*.log',
  '/var/log/*/*.log and /etc/*.d/*',
  '~/.ssh/* and ~/*.pub',
  '**/node_modules/** and **/*.js',
  'src/__tests__/a_b.test.ts',
  '/home/_jan_/x and /home/_ewa_/y',
  'file:///C:/a_b/c*d',
);

const NAMES = as(
  '__init__.py',
  'the __init__ method and __main__',
  'if __name__ == "__main__": main()',
  'a_b_c',
  'snake_case_name and _private',
  'trailing_ and _leading',
  '_foo_bar_',
  '$_GET and $_POST["a_b"]',
  '__FILE__ and __LINE__',
  'def f(*args, **kwargs): return g(*args, **kwargs)',
  'char **argv, *p, *q;',
  'int *a; int b*;',
  '_a = 1; b_ = 2;',
  'jan.k***@example.com',
  '**** **** **** 1234',
  'pa**wo*rd_1*',
  'Cena* zależy od ilości. *netto',
  'Imię*, nazwisko* i adres*',
  '#include <stdio.h>',
  '#define X_Y 1',
  '# comment\nkey=value\n# other',
  '# apt-get update',
  '#\n# Banner\n#',
  '###### x ######',
  'C# and F# and #12a',
);

const SUMS = as(
  '2*3*4',
  '2 * 3 * 4 = 24',
  'a*b*c + d*e',
  '5 *3* 2',
  '2**3**4',
  '10.0.*.*',
  '192.168.*.* and fe80::*',
  '~5 min~',
  '~5 min i ~10 min',
  '100\n+ 200\n- 50\n= 250',
  'x_1 + x_2 = y_1',
  '>= 5 and <= 10',
  '>=5 sztuk',
  '3 > 2 && 1 < 2',
  '-5 °C, +3 °C',
  '12. 03. 2026',
  '01. styczeń',
  '1) pierwszy\n2) drugi',
  '50% * 2 * 3',
  '1 - 2 - 3',
  '3*4 i 5*6',
);

const PATTERNS = as(
  '^\\d+\\.\\d*$',
  '[a-z]*_[0-9]*',
  '.*foo.*bar.*',
  '(.*)\\s+(.*)',
  '^\\[a-z\\]*\\(x\\)$',
  '\\*\\.txt',
  '/^\\/api\\/(?<id>\\w+)\\/?$/',
  's/\\_/ /g',
  '\\\\d and \\\\w',
  '{"a": "C:\\\\x\\n", "b": [1, 2]}',
  'a|b|c and a \\| b',
  '[^\\]]*\\]',
  'list[0](x) and a[i]*b[j]',
  '{{ user.name }} and ${a_b} and <%= x %>',
  '[x](y) and [files](\\\\server\\share)',
);

const ADDRESSES: ShownText[] = [
  ...as(
    'https://example.com/a_b_c/d*e*f?x=1&y_z=2#a_b',
    'http://10.0.0.1:8080/*',
    'https://example.com/?a=1&copy=2&lt=3',
    'Jan Kowalski <jan@example.com>',
    'jan_maria.kowalska+test@example.com',
    '<https://example.com/a_b>',
    'www.example.com/a_b_c',
    'Link: </api/x>; rel="next"',
    'ssh admin@<host> -p <port>',
    'ftp://example.com/a*b*c.zip',
  ),
  { written: '[page](https://example.com/a_b)', seen: 'page', plain: 'page (https://example.com/a_b)' },
  { written: '[a (b)](https://example.com/x_(y))', seen: 'a (b)', plain: 'a (b) (https://example.com/x_(y))' },
  { written: '[jan@example.com](mailto:jan@example.com)', seen: 'jan@example.com', plain: 'jan@example.com' },
  { written: 'See [**the** page](/t/12).', seen: 'See the page.', plain: 'See the page (/t/12).' },
  { written: '![a map](https://example.com/m.png)', seen: 'a map', plain: '[a map: https://example.com/m.png]' },
  { written: '![](attachment:a%20b.png)', seen: 'a b.png', plain: '[a b.png]' },
];

const ENTITIES = as(
  '&lt;b&gt;',
  '&amp;nbsp; and &nbsp; and &copy; and &#39;',
  'AT&T & Sons, R&D',
  '<b>bold</b> and <p>text</p> and <br> and <hr/>',
  '<strong>Hello</strong> instead of bold',
  'List<String> and Map<String, List<A>>',
  'at Foo.<init>(Foo.java:3)',
  'std::vector<std::string> of <std::pair>',
  '<!-- a comment --> and <?php echo 1 ?>',
  '<script>alert(1)</script>',
  '<input type="checkbox" disabled>',
  '<a href="https://example.com">x</a>',
  'a < b && c > d <= e',
  '<table><tr><td>1</td></tr></table>',
  '<details>\n<summary>x</summary>\n</details>',
);

const LOGS = as(
  '[main]: started\n[2026-11-25]: E-31',
  '2026-11-28 10:00:00,123 [INFO ] *** starting ***',
  '*** ERROR *** at __libc_start_main (x_y.c:12)',
  '===== 2026 =====\nx',
  'Title\n=====',
  'E/_tag_: value=*null*, code=__x__',
  '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main',
  '@@ -1,2 +1,2 @@\n- old line\n+ new line',
  '+----+------+\n| id | name |\n+----+------+\n| 1  | x_y  |\n+----+------+',
  ' id | name\n----+------\n  1 | x_y',
  'a | b | c\nd | e | f',
  'Mail to jan@example.com: code >>> 12345678 <<<',
  '-- \nJan',
  'don`t and it`s, isn`t it',
  '“*.log” and „*.txt”',
  '[1]: https://example.com/a_b',
  'Uwaga!\\\nNowa linia',
);

const LISTS: ShownText[] = [
  ...as('- jeden\n- dwa', '1. one\n2. two', '2. tak\n5. nie', '- a *.log\n- b *.txt', '> quoted *.log\n> more'),
  ...marked({
    '- [ ] send *.log\n- [x] done': '- [ ] send *.log\n- [x] done',
    '- **a** and `b_c`\n- 2*3*4': '- a and b_c\n- 2*3*4',
    '> quoted\nmy answer': '> quoted\nmy answer',
    '> **quoted**\n\nmy *answer*': '> quoted\n\nmy answer',
  }),
  { written: 'before\n\n---\n\nafter', seen: 'before\n---\nafter', plain: 'before\n\n---\n\nafter' },
  { written: 'before\n---\nafter', seen: 'before\n---\nafter', plain: 'before\n---\nafter' },
];

const CODE = marked({
  '`a*b*c` and `__init__`': 'a*b*c and __init__',
  'w `index.html`u i `x_y`': 'w index.htmlu i x_y',
  '`C:\\dir\\` and `\\d+`': 'C:\\dir\\ and \\d+',
  '``a `b` c``': 'a `b` c',
  '```\n# not a heading\n*not* **bold** &lt;\n```': '# not a heading\n*not* **bold** &lt;',
  '```bash\nls *.log\n```\nafter *it*': 'ls *.log\nafter it',
  '```SELECT * FROM x\nWHERE a_b = 1```': 'SELECT * FROM x\nWHERE a_b = 1',
  '~~~\n> x\n- y\n~~~': '> x\n- y',
  '`<b>&lt;</b>`': '<b>&lt;</b>',
});

const TABLES: ShownText[] = [
  {
    written: '| a | b |\n|---|---|\n| 2*3 | *.log |',
    seen: '| a | b |\n| 2*3 | *.log |',
    plain: '| a | b |\n|---|---|\n| 2*3 | *.log |',
  },
  {
    written: '| a | b |\n|---|---|\n| `x|y` | c\\|d |',
    seen: '| a | b |\n| x|y | c|d |',
    plain: '| a | b |\n|---|---|\n| x|y | c|d |',
  },
  ...as('| a | b |\n|---|---|\n| 1 | 2 | 3 |', '| *.a | *.b |'),
];

const EMPHASIS = marked({
  '*really* important': 'really important',
  'to jest *bardzo ważne*': 'to jest bardzo ważne',
  '**Uwaga:** nie klikać!': 'Uwaga: nie klikać!',
  '_po prostu_ działa': 'po prostu działa',
  '__two words__ and ~~gone~~': 'two words and gone',
  '(*note*) and "**quoted**"': '(note) and "quoted"',
  '***both***': 'both',
  '**_both_** and ~~**gone**~~': 'both and gone',
  '**bold with *it* inside**': 'bold with it inside',
  '**C:\\Users\\jan**': 'C:\\Users\\jan',
  '**GUS**-u i **PIT**-ów': 'GUS-u i PIT-ów',
  '*Ewa*, **Jan**; _Ola_.': 'Ewa, Jan; Ola.',
  '**50%** of **C++**': '50% of C++',
  '**#12** i **100 zł**': '#12 i 100 zł',
  '„*cytat*” – *myśl*': '„cytat” – myśl',
  '*Czy to działa?* Nie.': 'Czy to działa? Nie.',
  '~~5 min~~ 10 min': '5 min 10 min',
  '**multi\nline**': 'multi\nline',
  '\\*not bold\\* and snake\\_case': '*not bold* and snake_case',
  '\\# no heading': '# no heading',
  '1\\. no list': '1. no list',
  '# Heading\n\ntext': 'Heading\n\ntext',
  '## Kroki\n1. a\n2. b': 'Kroki\n1. a\n2. b',
});

export const SHOWN_TEXTS: readonly ShownText[] = [
  ...[COMMANDS, PATHS, NAMES, SUMS, PATTERNS, ADDRESSES, ENTITIES, LOGS, LISTS, CODE, TABLES, EMPHASIS].flat(),
];

/** A text without its blanks and empty lines. */
export const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

const ENTITY = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'", '&nbsp;': '\u00a0' };

/** HTML that Kwit made as a reader sees it, with marks of lists, quotes, rules and cells as they are drawn. */
export function seenIn(html: string): string {
  const numbers: number[] = [];
  return html
    .replaceAll(/<(\/?)(\w+)([^>]*)>/g, (_, end: string, tag: string, attributes: string) => {
      const [, value] = /(?:start|value)="(\d+)"/.exec(attributes) ?? [];
      if (tag === 'ol' || tag === 'ul') {
        if (end) numbers.pop();
        else numbers.push(tag === 'ul' ? Number.NaN : Number(value ?? 1));
      }
      if (tag === 'li' && end === '') {
        const number = value === undefined ? (numbers.at(-1) ?? 0) : Number(value);
        numbers[numbers.length - 1] = number + 1;
        return Number.isNaN(number) ? '- ' : `${number}. `;
      }
      if (tag === 'input') return attributes.includes('checked') ? '[x]' : '[ ]';
      if (tag === 'hr') return '---';
      if (tag === 'br') return '\n';
      if (tag === 'blockquote') return end ? '\n' : '> ';
      if (tag === 'tr') return end ? '\n' : '|';
      return /^t[dh]$/.test(tag) && end ? '|' : '';
    })
    .replaceAll(/&(?:lt|gt|amp|quot|#39|nbsp);/g, (entity) => ENTITY[entity as keyof typeof ENTITY]);
}
