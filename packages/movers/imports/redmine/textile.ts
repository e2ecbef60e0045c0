import { fromCommonMark } from '#markdown';
import { markdownOfWiki } from '../jira/wiki-markup.ts';

/** Looks up people whom a text of Redmine names. */
export interface RedmineNames {
  /** The name of somebody by their id; null for nobody. */
  person(id: string): string | null;
}

const BLOCK = /<pre>\s*(?:<code(?:\s+class="([\w+#-]+)")?>)?\r?\n?([\s\S]*?)\s*(?:<\/code>)?\s*<\/pre>/gi;
const QUOTE = /<blockquote>([\s\S]*?)<\/blockquote>/gi;

const unescaped = (code: string): string =>
  code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Redmine adds these to either markup: pages of the wiki, people, files. The words stay. */
const redmineLinks = (text: string, { person }: RedmineNames): string =>
  text
    .replaceAll(/!?\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]/g, '$1')
    .replaceAll(/\battachment:(?:"([^"\n]+)"|(\S*\w))/g, (_, quoted, bare) => quoted ?? bare)
    .replaceAll(/\buser#(\d+)\b/g, (whole, id) => person(id) ?? whole);

/** A text between blocks of code, in the wiki text of Jira, which has the same forms but for these. */
const wikiOf = (textile: string, names: RedmineNames): string =>
  textile
    .split(/(@[^@\n]+@)/)
    .map((part, index) => (index % 2 === 1 ? `{{${part.slice(1, -1)}}}` : wordsOf(part, names)))
    .join('');

const wordsOf = (text: string, names: RedmineNames): string =>
  redmineLinks(text, names)
    .replaceAll(/%\{[^}\n]*\}([^%\n]+)%/g, '$1')
    .replaceAll(/[{}]/g, '\\$&')
    .replaceAll(/"([^"\n]+)":((?:https?|ftp|mailto):[^\s<>"|]*[\w/#=])/g, '[$1|$2]')
    .replaceAll(/^p[<>=()]*\. /gm, '')
    .replaceAll(/^(\|.*\|)[ \t]*$/gm, (row) =>
      row.replaceAll(/\|_[<>=~^]*\. ?/g, '||').replaceAll(/\|[<>=~^\\/\d]+\. ?/g, '|'),
    )
    .replaceAll(/<br\s*\/?>/gi, '\n');

export function markdownOfTextile(textile: string, names: RedmineNames): string {
  const text = textile.replaceAll(/\r\n?/g, '\n').replaceAll(QUOTE, '\n{quote}$1{quote}\n');
  const parts: string[] = [];
  let from = 0;
  for (const block of text.matchAll(BLOCK)) {
    const [whole, language = '', code = ''] = block;
    parts.push(spelledWiki(text.slice(from, block.index), names));
    parts.push(`\n{code${language === '' ? '' : `:${language}`}}\n${unescaped(code)}\n{code}\n`);
    from = block.index + whole.length;
  }
  parts.push(spelledWiki(text.slice(from), names));
  return markdownOfWiki(parts.join(''), { person: names.person });
}

/** The marks of quotes that were put in are none of the text. */
const spelledWiki = (text: string, names: RedmineNames): string =>
  text
    .split('{quote}')
    .map((part) => wikiOf(part, names))
    .join('{quote}');

/** Text in Markdown, with what Redmine adds to it as words. */
export const markdownOfRedmine = (markdown: string, names: RedmineNames): string =>
  redmineLinks(fromCommonMark(markdown.replaceAll(/\r\n?/g, '\n'), { isConverted: false }), names);
