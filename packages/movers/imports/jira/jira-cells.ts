import { MOST_HOURS } from '#contract/words.ts';
import type { Instant } from '#platform';
import type { ZoneClock } from '../csv/row-cells.ts';
import { DateOrders } from '../csv/written-dates.ts';
import type { JiraColumn, JiraHeader } from './jira-columns.ts';
import { readJiraTime } from './jira-time.ts';

export class JiraRow {
  readonly #header: JiraHeader;
  readonly #cells: readonly string[];

  constructor(header: JiraHeader, cells: readonly string[]) {
    this.#header = header;
    this.#cells = cells;
  }

  at(place: number): string {
    return this.#cells[place] ?? '';
  }

  /** The first cell of a column; empty where there is none. */
  text(column: JiraColumn): string {
    return this.all(column)[0] ?? '';
  }

  /** Every cell of a list that says something. */
  all(column: JiraColumn): string[] {
    return (this.#header.places.get(column) ?? []).map((place) => this.at(place)).filter((cell) => cell.trim() !== '');
  }

  /** The people of a column: the n-th name with the n-th id. Without ids, as on a server of one's own, a name is the id. */
  people(column: JiraColumn): { readonly id: string; readonly name: string }[] {
    const ids = this.#header.ids.get(column) ?? [];
    return (this.#header.places.get(column) ?? []).flatMap((place, index) => {
      const name = this.at(place).trim();
      const idPlace = ids[index];
      const id = idPlace === undefined ? name : this.at(idPlace).trim();
      return name === '' && id === '' ? [] : [{ id: id === '' ? name : id, name: name === '' ? id : name }];
    });
  }
}

/** `date;author;text`: only the first two signs part it. A time that cannot be read is null. */
export function readSaid(cell: string, header: JiraHeader, clock: ZoneClock) {
  const [, date = '', author = '', text = ''] = /^([^;\n]*);([^;\n]*);([\s\S]*)$/.exec(cell) ?? [];
  const at = readJiraTime(date, header, clock);
  // While the order of its numbers is being found, such a day is none yet.
  if (at === null && !DateOrders.isUnordered(date)) return { at: null, date, author: '', text: cell };
  return { at, date, author: author.trim(), text };
}

/** `date;author;name;address`: a name may have the sign that parts them. */
export interface JiraFile {
  readonly at: Instant | null;
  readonly author: string;
  readonly name: string;
  readonly url: string;
  /** The id in its address; empty for none. */
  readonly id: string;
}

export function readFile(cell: string, header: JiraHeader, clock: ZoneClock): JiraFile {
  const { at, author, text } = readSaid(cell, header, clock);
  const [, name = text, url = ''] = /^([\s\S]*);([^;]*)$/.exec(text) ?? [];
  const [, id = ''] = /\/(?:content|attachment)\/(\d+)(?:\/|$)/.exec(url) ?? [];
  return { at, author, name: name.trim(), url, id };
}

/** `text;date;author;seconds`: the text comes first, and may have the sign. */
export function readWork(cell: string): { text: string; date: string; author: string; hours: number } | null {
  const [, text = '', date = '', author = '', seconds = ''] = /^([\s\S]*);([^;]*);([^;]*);(\d+)$/.exec(cell) ?? [];
  return seconds === '' ? null : { text: text.trim(), date, author, hours: hoursOf(seconds) ?? 0 };
}

/** Seconds as hours, to a hundredth. @returns null for what is no number. */
export const hoursOf = (seconds: string): number | null =>
  /^\d+$/.test(seconds) && Number(seconds) > 0 ? Math.round(Number(seconds) / 36) / 100 : null;

/** An estimate in hours; null for more than a ticket may have. */
export function estimateFrom(seconds: string): number | null {
  const hours = hoursOf(seconds);
  return hours !== null && hours <= MOST_HOURS ? hours : null;
}

/** Nobody wrote such a cell: the order on a board, empty objects, approvals as a program prints them. */
export const isNoise = (cell: string): boolean =>
  /^(?:\d\|[\w*]+:[\w]*|\{\}|\{[^{}]*\}|\w+CFValue\{[\s\S]*\}|com\.atlassian\.[\s\S]*)$/.test(cell);
