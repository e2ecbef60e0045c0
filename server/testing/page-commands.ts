/** Reads the commands that a page has people type. */
import { marked, type Token } from 'marked';

export const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    tokens.push(token);
  });
  return tokens;
};

const CRON = /^\d+ \d+ \* \* \* /gm;

/** The blocks for a shell and a crontab, as lines: each whole where it goes on in the next, without its time and comment. */
export const blocksOf = (text: string): string[][] =>
  tokensOf(text).flatMap((token) => {
    if (token.type !== 'code') return [];
    const code = String(token.text);
    if (token.lang !== 'sh' && code.search(CRON) !== 0) return [];
    const lines = code
      .replace(CRON, '')
      .replaceAll(/\\\n\s*/g, '')
      .split('\n');
    return [lines.map((line) => line.replace(/\s+# .*$/, '').trim()).filter((line) => line !== '')];
  });

/** The commands that its sentences have. */
export const spansOf = (text: string): string[] =>
  tokensOf(text)
    .flatMap((token) => (token.type === 'codespan' ? [String(token.text)] : []))
    .filter((code) => /^(?:kwit|npm|npx|docker|kubectl) [\w-]/.test(code));
