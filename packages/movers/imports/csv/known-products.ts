import { fold } from '#platform';
import { type JiraColumn, readJiraHeader } from '../jira/jira-columns.ts';
import type { TicketColumn } from './column-names.ts';

/** The name of a column without capitals, accents, and signs between its words. */
export const headerName = (name: string): string =>
  fold(name)
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

interface Product {
  readonly signs: readonly string[];
  /** Its columns whose names alone would tell nothing, or something else; null for one that is left out. */
  readonly columns: Readonly<Record<string, TicketColumn | null>>;
}

const leftOut = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

const GITLAB: Product = {
  signs: ['author username', 'assignee username'],
  columns: {
    ...{ 'issue id': 'external_id', author: 'reporter_name', assignee: 'assignee_name' },
    ...leftOut('iid', 'id', 'url', 'type', 'author username', 'assignee username', 'locked', 'milestone', 'weight'),
    ...leftOut('time estimate', 'time spent', 'start date', 'epic id', 'epic title', 'parent id', 'parent iid'),
    ...leftOut('parent title', 'health status', 'iteration'),
  },
};

const TRELLO: Product = {
  signs: ['card id', 'list name'],
  columns: leftOut(
    ...['card url', 'members', 'attachment count', 'attachment links', 'checklist item total count', 'vote count'],
    ...['checklist item completed count', 'comment count', 'last activity date', 'list id', 'board id', 'archived'],
    ...['start date', 'due complete', 'due reminder', 'card short link', 'card number'],
  ),
};

/** @param tracker what it calls the kind of an issue, in English or in Polish. */
const redmine = (tracker: string): Product => ({
  signs: ['#', tracker],
  columns: {
    ...{ '#': 'external_id', [tracker]: 'category', author: 'reporter_name', autor: 'reporter_name' },
    ...{ 'przydzielony do': 'assignee_name', stworzone: 'created_at', zmienione: 'updated_at' },
    ...{ 'data oddania': 'planned_date', zamkniete: 'closed_at' },
    ...leftOut('parent task', 'parent task subject', 'category', 'kategoria', 'target version', 'wersja docelowa'),
    ...leftOut('start date', 'start', 'estimated time', 'szacowany czas', 'spent time', 'przepracowany czas', '% done'),
    ...leftOut('% wykonane', 'related issues', 'powiazane zagadnienia', 'files', 'pliki', 'last notes', 'watchers'),
    ...leftOut('total estimated time', 'total spent time', 'last updated by', 'zagadnienie nadrzedne'),
  },
});

const PRODUCTS: readonly Product[] = [GITLAB, TRELLO, redmine('tracker'), redmine('typ zagadnienia')];

/** Columns of Jira. Seconds, ids, and what only an import of Jira itself reads, are left out. */
const OF_JIRA: Readonly<Partial<Record<JiraColumn, TicketColumn>>> = {
  ...{ key: 'external_id', summary: 'title', type: 'category', status: 'status', project: 'project' },
  ...{ priority: 'priority', assignee: 'assignee_name', reporter: 'reporter_name', created: 'created_at' },
  ...{ updated: 'updated_at', resolved: 'closed_at', due: 'planned_date', labels: 'labels' },
  ...{ description: 'description', environment: 'environment', security: 'restricted' },
};

/** Columns by the names in a header; an empty text for one that is left out. */
type Columns = Readonly<Record<string, TicketColumn | ''>>;

/** The columns of a table in the product whose header it has, as far as that names them. */
export function columnsOfProduct(header: readonly string[]): Columns {
  const names = new Set(header.map(headerName));
  const product = PRODUCTS.find(({ signs }) => signs.every((sign) => names.has(sign)));
  if (product === undefined) return columnsOfJira(header);
  return Object.fromEntries(
    header.flatMap((cell) => {
      const column = product.columns[headerName(cell)];
      return column === undefined ? [] : [[cell, column ?? '']];
    }),
  );
}

/** A table with keys and summaries is one of Jira, in any of its languages. */
function columnsOfJira(header: readonly string[]): Columns {
  const { places, ids } = readJiraHeader(header, new Map());
  if (!places.has('key') || !places.has('summary')) return {};
  const named = (column: JiraColumn): TicketColumn | '' =>
    OF_JIRA[column] ?? (column === 'projectKey' && !places.has('project') ? 'project' : '');
  const columns = [...places].flatMap(([column, all]) => all.map((place) => [header[place] ?? '', named(column)]));
  const others = [...ids.values()].flat().map((place) => [header[place] ?? '', '']);
  return Object.fromEntries([...others, ...columns]);
}
