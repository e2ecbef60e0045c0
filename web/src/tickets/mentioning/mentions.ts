/**
 * People whom a comment names. The service keeps `<@id>`; who writes and edits reads `@Name`.
 */
import type { Mention, Mentionable } from '../../../../contract/comments.ts';

/** Somebody whom a draft may name, and the words after `@` that do. */
export interface Named {
  id: string;
  label: string;
  /** Unknown of those whom a comment named before it was a draft again. */
  role?: Mentionable['role'] | undefined;
}

const MENTION = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/g;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Finds `@` and one of the labels, the longest that fits; undefined when there is none to find. */
function namesIn(named: readonly Named[]): RegExp | undefined {
  if (named.length === 0) return undefined;
  const labels = named.map(({ label }) => label).sort((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])@(${labels.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

/** Code of Markdown: in a fence that may stay open, or between as many backticks in a line or in lines after each other. */
const CODE =
  /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?)??(?:\n {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(`+)(?!`)(?:(?!\n\n)[\s\S])+?(?<!`)\2(?!`)/gm;

/** Does something to a text, but not to its code, where `@` names nobody. */
function outsideCode(text: string, work: (words: string) => string): string {
  let done = '';
  let from = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    done += work(text.slice(from, index)) + code;
    from = index + code.length;
  }
  return done + work(text.slice(from));
}

/** The text as the service keeps it. */
export function withIds(text: string, named: readonly Named[]): string {
  const names = namesIn(named);
  if (!names) return text;
  return outsideCode(text, (words) =>
    words.replaceAll(names, (whole, label) => {
      const person = named.find((candidate) => candidate.label === label);
      return person ? `<@${person.id}>` : whole;
    }),
  );
}

/** A text of the service as people read and edit it. */
export function withLabels(content: string, mentions: readonly Mention[]): { text: string; named: Named[] } {
  const named: Named[] = [];
  for (const { id, name } of mentions) named.push({ id, label: labelFor(name, id, named) });
  const text = content.replaceAll(MENTION, (whole, id) => {
    const person = named.find((candidate) => candidate.id === id);
    return person ? `@${person.label}` : whole;
  });
  return { text, named };
}

/** The words that name somebody in a draft: their name, and a number when another one has the same. */
export function labelFor(name: string, id: string, named: readonly Named[]): string {
  const person = named.find((candidate) => candidate.id === id);
  if (person) return person.label;
  const isFree = (label: string) => named.every((item) => item.label !== label);
  let label = name;
  for (let count = 2; !isFree(label); count += 1) label = `${name} ${count}`;
  return label;
}

/** The people whom the text still names. */
export function stillNamed(text: string, named: readonly Named[]): Named[] {
  const names = namesIn(named);
  if (!names) return [];
  const labels = new Set<string>();
  outsideCode(text, (words) => {
    for (const [, label = ''] of words.matchAll(names)) labels.add(label);
    return words;
  });
  return named.filter(({ label }) => labels.has(label));
}

/** The name that the user begins at the caret: somebody after `@`, or a ticket after `#`. */
export interface Sought {
  sign: '@' | '#';
  /** A part of a name; the number or some words of a ticket. */
  query: string;
  /** Where in the text the sign stands, and where the query ends. */
  from: number;
  to: number;
}

/** A sign at the beginning of a word, and at most three words after it. A space after `#` makes a heading. */
const OPEN = /(?<![\p{L}\p{N}&/])(?<sign>[@#])(?<query>(?:[\p{L}\p{N}._'-]+ ?){0,3})$/u;
const LONGEST = 60;

export function soughtAt(text: string, caret: number): Sought | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const { sign, query = '' } = OPEN.exec(before)?.groups ?? {};
  if (sign !== '@' && sign !== '#') return undefined;
  // A number with a space after it is complete.
  if (sign === '#' && /^$|^\d+ /.test(query)) return undefined;
  return { sign, query, from: caret - query.length - 1, to: caret };
}
