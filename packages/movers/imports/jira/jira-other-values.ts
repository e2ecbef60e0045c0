import { keepable } from '../source-words.ts';
import { estimateFrom, hoursOf, isNoise, type JiraRow, readWork } from './jira-cells.ts';
import type { JiraColumn, JiraHeader } from './jira-columns.ts';
import { readJiraDay } from './jira-time.ts';

/** Columns that programs write: an order on a board, what others sum up, what stands in other columns. */
export const NOISE_COLUMNS =
  /^(?:_line|_reason|rank|rang|development|vulnerability|votes|głosy|votos|stimmen|hlasy|голоси|work ratio|stosunek pracy|relación de trabajo|last viewed|ostatnio wyświetlane|vista por última vez|zuletzt angezeigt|parent summary|Σ.*|project (?:lead|description|url).*|(?:lider|id lidera|opis) projektu|(?:responsable|id del responsable|descripción) del proyecto)$/iu;

const CELLS: readonly JiraColumn[] = ['type', 'status', 'security'];

/** Lines of `name: value` of everything that has no place of its own in a ticket. @param nameOf somebody, by their id. */
export function otherValues(row: JiraRow, header: JiraHeader, nameOf: (id: string) => string): string[] {
  const lines = CELLS.flatMap((column) => lineOf(nameIn(header, column), row.all(column)));
  const unread = [
    ...(readJiraDay(row.text('due'), header.language) === null ? (['due'] as const) : []),
    ...(estimateFrom(row.text('estimate')) === null ? (['estimate'] as const) : []),
  ];
  for (const column of unread)
    lines.push(
      ...lineOf(
        nameIn(header, column),
        row.all(column).filter((cell) => cell !== '0'),
      ),
    );
  const [reporter] = row.people('reporter');
  const [creator] = row.people('creator');
  if (creator !== undefined && creator.id !== reporter?.id) lines.push(`Creator: ${creator.name}`);
  lines.push(
    ...lineOf(
      'Watchers',
      row.people('watchers').map(({ name }) => name),
    ),
  );
  for (const [name, places] of header.others) {
    if (NOISE_COLUMNS.test(name)) continue;
    const cells = places.map((place) => row.at(place)).filter((cell) => cell.trim() !== '' && !isNoise(cell.trim()));
    lines.push(...lineOf(name, cells));
  }
  for (const column of ['spent', 'remaining'] as const) {
    const hours = hoursOf(row.text(column));
    if (hours !== null) lines.push(`${nameIn(header, column)}: ${hours} h`);
  }
  return [...lines, ...workLines(row, nameOf)].map(keepable);
}

/** Time that was logged is no word of a person: it is told, and never a comment of theirs. */
function workLines(row: JiraRow, nameOf: (id: string) => string): string[] {
  return row.all('workLog').map((cell) => {
    const work = readWork(cell);
    if (work === null) return `Log Work: ${cell}`;
    const { text, date, author, hours } = work;
    return `Log Work: ${hours} h, ${nameOf(author)}, ${date}${text === '' ? '' : `: ${text}`}`;
  });
}

const lineOf = (name: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${name}: ${values.join(', ')}`];

const NAMES: Readonly<Partial<Record<JiraColumn, string>>> = {
  type: 'Type',
  status: 'Status',
  spent: 'Time Spent',
  security: 'Security Level',
};
const nameIn = (header: JiraHeader, column: JiraColumn): string => header.names.get(column) ?? NAMES[column] ?? column;
