import { fold } from '#platform';
import { DateOrders } from '../csv/written-dates.ts';
import type { MonthLanguage, WrittenDays } from './jira-time.ts';

/** The names of columns in the languages of exports, by what each is in Kwit's words. */
const ENGLISH = {
  ...{ key: 'Issue key, Work item key, Key', id: 'Issue id, Work item id', summary: 'Summary' },
  ...{ type: 'Issue Type, Work type', status: 'Status', category: 'Status Category' },
  ...{ categoryChanged: 'Status Category Changed', project: 'Project name', projectKey: 'Project key' },
  ...{ projectType: 'Project type', priority: 'Priority', assignee: 'Assignee', reporter: 'Reporter' },
  ...{ creator: 'Creator', watchers: 'Watchers', created: 'Created', updated: 'Updated', resolved: 'Resolved' },
  ...{ due: 'Due date', labels: 'Labels', description: 'Description', environment: 'Environment' },
  ...{ estimate: 'Original estimate', spent: 'Time Spent', remaining: 'Remaining Estimate', workLog: 'Log Work' },
  ...{ attachment: 'Attachment, Attachments', comment: 'Comment, Comments', parent: 'Parent, Parent id' },
  ...{ parentKey: 'Parent key, Custom field (Epic Link), Epic Link', security: 'Security Level' },
} as const;
export type JiraColumn = keyof typeof ENGLISH;
export const JIRA_COLUMNS = Object.keys(ENGLISH) as JiraColumn[];

type Names = Readonly<Partial<Record<JiraColumn, string>>>;

const POLISH: Names = {
  ...{ key: 'Klucz zgłoszenia', id: 'Id. zgłoszenia, ID zgłoszenia, Identyfikator zgłoszenia' },
  ...{ summary: 'Podsumowanie', type: 'Typ zgłoszenia', status: 'Status, Stan', category: 'Kategoria statusu' },
  categoryChanged: 'Zmieniono kategorię statusu, Zmiana kategorii statusu, Kategoria statusu zmieniona',
  ...{ project: 'Nazwa projektu', projectKey: 'Klucz projektu', projectType: 'Typ projektu', priority: 'Priorytet' },
  ...{ assignee: 'Osoba przypisana', reporter: 'Osoba zgłaszająca, Zgłaszający', creator: 'Twórca' },
  ...{ watchers: 'Obserwujący', created: 'Utworzono', updated: 'Zaktualizowano', resolved: 'Rozwiązane, Rozwiązano' },
  ...{ due: 'Termin', labels: 'Etykiety', description: 'Opis', environment: 'Środowisko' },
  ...{ estimate: 'Pierwotne oszacowanie', spent: 'Czas poświęcony', remaining: 'Pozostały koszt' },
  ...{ workLog: 'Dziennik pracy, Rejestr pracy', attachment: 'Załącznik, Załączniki' },
  ...{ comment: 'Komentarz, Komentarze', parent: 'Zgłoszenie nadrzędne, Element nadrzędny' },
  ...{ parentKey: 'Klucz elementu nadrzędnego', security: 'Poziom zabezpieczeń, Poziom bezpieczeństwa' },
};
const GERMAN: Names = {
  ...{ key: 'Vorgangsschlüssel, Schlüssel', id: 'Vorgangs-ID, Vorgangs-Id', summary: 'Zusammenfassung' },
  ...{ type: 'Vorgangstyp, Vorgangsart', status: 'Status', category: 'Statuskategorie' },
  ...{ categoryChanged: 'Statuskategorie geändert', project: 'Projektname', projectKey: 'Projektschlüssel' },
  ...{ projectType: 'Projekttyp', priority: 'Priorität', assignee: 'Zugewiesene Person, Bearbeiter' },
  ...{ reporter: 'Autor, Berichterstatter, Melder', creator: 'Ersteller', watchers: 'Beobachter', created: 'Erstellt' },
  ...{ updated: 'Aktualisiert', resolved: 'Erledigt, Gelöst', due: 'Fälligkeitsdatum, Fällig am, Fälligkeit' },
  ...{ labels: 'Stichwörter, Labels, Label', description: 'Beschreibung', environment: 'Umgebung' },
  ...{ estimate: 'Ursprüngliche Schätzung', spent: 'Zeitaufwand, Aufgewendete Zeit, Benötigte Zeit' },
  ...{ remaining: 'Verbleibende Schätzung', workLog: 'Arbeitsprotokoll, Arbeit protokollieren' },
  ...{ attachment: 'Anhang, Anhänge', comment: 'Kommentar, Kommentare' },
  ...{ parent: 'Übergeordnet, Übergeordneter Vorgang', parentKey: 'Übergeordneter Schlüssel' },
  security: 'Sicherheitsstufe, Sicherheitsebene',
};
const SPANISH: Names = {
  ...{ key: 'Clave de incidencia, Clave', id: 'ID de la incidencia, ID de incidencia', summary: 'Resumen' },
  ...{ type: 'Tipo de Incidencia', status: 'Estado', category: 'Categoría de estado' },
  categoryChanged: 'Categoría de estado cambiada, Categoría de estado modificada',
  ...{ project: 'Nombre del proyecto', projectKey: 'Clave del proyecto', projectType: 'Tipo de proyecto' },
  ...{ priority: 'Prioridad', assignee: 'Persona asignada, Responsable', reporter: 'Informador', creator: 'Creador' },
  ...{ watchers: 'Interesados, Observadores, Seguidores', created: 'Creada, Creado' },
  ...{ updated: 'Actualizada, Actualizado', resolved: 'Resuelta, Resuelto', labels: 'Etiquetas' },
  ...{ due: 'Fecha de vencimiento, Vencimiento', description: 'Descripción', environment: 'Entorno' },
  ...{ estimate: 'Estimación original', spent: 'Tiempo Trabajado, Tiempo empleado' },
  ...{ remaining: 'Trabajo restante estimado, Estimación restante', workLog: 'Registro de trabajo' },
  ...{ attachment: 'Adjunto, Archivo adjunto, Adjuntos, Datos adjuntos', comment: 'Comentario, Comentarios' },
  ...{ parent: 'Principal, Elemento principal, Padre', parentKey: 'Clave principal', security: 'Nivel de Seguridad' },
};
const FRENCH: Names = {
  ...{ key: 'Clé de ticket, Clé du ticket, Clé', id: 'ID de ticket, ID du ticket, Identifiant de ticket' },
  ...{ summary: 'Résumé', type: 'Type de ticket', status: 'État, Statut' },
  category: "Catégorie d'état, Catégorie de statut",
  categoryChanged: "Catégorie d'état modifiée, Catégorie de statut modifiée",
  ...{ project: 'Nom du projet, Nom de projet', projectKey: 'Clé du projet, Clé de projet' },
  ...{ projectType: 'Type de projet', priority: 'Priorité', assignee: 'Personne assignée, Responsable, Attribution' },
  ...{ reporter: 'Rapporteur', creator: 'Créateur', watchers: 'Observateurs', created: 'Création, Créé, Créée' },
  ...{ updated: 'Mise à jour, Mis à jour', resolved: 'Résolu, Résolue', due: "Date d'échéance, Échéance" },
  ...{ labels: 'Étiquettes', description: 'Description', environment: 'Environnement' },
  ...{ spent: 'Temps passé, Temps consacré', estimate: 'Estimation originale, Estimation initiale' },
  ...{ remaining: 'Estimation restante', workLog: 'Journal de travail, Journal des travaux' },
  ...{ attachment: 'Pièce jointe, Pièces jointes', comment: 'Commentaire, Commentaires', parent: 'Parent' },
  ...{ parentKey: 'Clé parente, Clé du parent', security: 'Niveau de sécurité' },
};
const CZECH: Names = {
  ...{ key: 'Klíč úkolu, Klíč požadavku, Klíč', id: 'ID úkolu, ID požadavku', summary: 'Souhrn, Shrnutí' },
  ...{ type: 'Typ úkolu, Typ požadavku', status: 'Stav', category: 'Kategorie stavu' },
  ...{ categoryChanged: 'Kategorie stavu změněna, Změna kategorie stavu', project: 'Název projektu' },
  ...{ projectKey: 'Klíč projektu', projectType: 'Typ projektu', priority: 'Priorita' },
  ...{ assignee: 'Řešitel, Přiřazená osoba, Přiřazeno', reporter: 'Zadavatel, Nahlásil, Autor hlášení' },
  ...{ creator: 'Tvůrce, Autor', watchers: 'Sledující, Pozorovatelé', created: 'Vytvořeno', updated: 'Aktualizováno' },
  ...{ resolved: 'Vyřešeno', due: 'Termín, Termín dokončení, Datum splnění', labels: 'Štítky', description: 'Popis' },
  ...{ environment: 'Prostředí', spent: 'Strávený čas', estimate: 'Původní odhad', remaining: 'Zbývající odhad' },
  ...{ workLog: 'Záznam práce, Výkaz práce', attachment: 'Příloha, Přílohy', comment: 'Komentář, Komentáře' },
  ...{ parent: 'Nadřazený, Nadřazený úkol', security: 'Úroveň zabezpečení, Úroveň bezpečnosti' },
};
const UKRAINIAN: Names = {
  ...{ key: 'Ключ завдання, Ключ запиту, Ключ', id: 'Ідентифікатор завдання, ID завдання, ID запиту' },
  ...{ summary: 'Підсумок, Зведення, Тема', type: 'Тип завдання, Тип запиту', status: 'Статус, Стан' },
  ...{ category: 'Категорія статусу, Категорія стану', project: 'Назва проєкту, Назва проекту' },
  categoryChanged: 'Категорію статусу змінено, Категорія статусу змінена',
  ...{ projectKey: 'Ключ проєкту, Ключ проекту', projectType: 'Тип проєкту, Тип проекту', priority: 'Пріоритет' },
  ...{ assignee: 'Виконавець, Призначена особа', reporter: 'Автор, Ініціатор, Доповідач', creator: 'Творець, Створив' },
  ...{ watchers: 'Спостерігачі', created: 'Створено', updated: 'Оновлено', resolved: 'Вирішено, Розв’язано' },
  ...{ due: 'Термін виконання, Термін, Дата виконання', labels: 'Мітки, Позначки', description: 'Опис' },
  ...{ environment: 'Середовище, Оточення', spent: 'Витрачений час, Витрачено часу', estimate: 'Початкова оцінка' },
  ...{ remaining: 'Залишкова оцінка, Оцінка, що залишилася', workLog: 'Журнал роботи, Журнал робіт' },
  ...{ attachment: 'Вкладення, Прикріплення', comment: 'Коментар, Коментарі' },
  ...{ parent: 'Батьківське завдання, Батьківський елемент', security: 'Рівень безпеки' },
};

const LANGUAGES = { en: ENGLISH, pl: POLISH, de: GERMAN, es: SPANISH, fr: FRENCH, cs: CZECH, uk: UKRAINIAN };

const plain = (name: string): string =>
  fold(name)
    .replaceAll(/[\s._'’-]+/g, ' ')
    .trim();

const BY_NAME = Object.entries(LANGUAGES).map(([language, names]) => {
  const spelled = Object.entries(names).flatMap(([column, all]) =>
    all.split(', ').map((name) => [plain(name), column as JiraColumn] as const),
  );
  return [language as MonthLanguage, new Map(spelled)] as const;
});

/** Whether a name of a column is one of an export, in any of its languages. */
export const isJiraColumn = (name: string): boolean => BY_NAME.some(([, names]) => names.has(plain(name)));

/** A column of a table, by its place. A list is one column that stands there several times. */
export interface JiraHeader extends WrittenDays {
  readonly places: ReadonlyMap<JiraColumn, readonly number[]>;
  /** The names of the columns there. */
  readonly names: ReadonlyMap<JiraColumn, string>;
  /** The ids of the people of these columns. */
  readonly ids: ReadonlyMap<JiraColumn, readonly number[]>;
  /** Columns of links between issues: the word of the link, and whether this issue is its first end. */
  readonly links: readonly { readonly place: number; readonly word: string; readonly isOut: boolean }[];
  /** Columns without a place in Kwit, by their names. */
  readonly others: ReadonlyMap<string, readonly number[]>;
}

const PEOPLE: readonly JiraColumn[] = ['assignee', 'reporter', 'creator', 'watchers'];
const LINK =
  /^(?!.*(?:custom|niestandardow|personalizad|benutzerdefiniert|personnalis|vlastn|користувацьк))(.+) \((.+)\)$/iu;
const INWARD = /inward|wewn|eingehend|intern|entrante|entrant|prichozi|dovnitr|вхідн|внутрішн/u;

/** The name that a person gave a field of their own: `Custom field (Impact)` is `Impact`. */
const ownName = (name: string): string => /^[^()]+ \((.+)\)$/u.exec(name)?.[1] ?? name;

/** The places of ids beside names: the columns after them, as many, whose name has the word "ID". */
function idsAfter(header: readonly string[], places: readonly number[]): number[] {
  const next = (places.at(-1) ?? -2) + 1;
  const name = header[next] ?? '';
  if (!/(?:^|[\s.-])(?:id|ідентифікатор)(?:$|[\s.-])/iu.test(name)) return [];
  return places.map((_, index) => next + index).filter((place) => header[place] === name);
}

/**
 * Which column of an export is which.
 *
 * @param meant what somebody said of columns: `{ Titel: 'summary' }`.
 */
export function readJiraHeader(
  header: readonly string[],
  meant: ReadonlyMap<string, JiraColumn>,
  dates = new DateOrders(),
): JiraHeader {
  const scored = BY_NAME.map(([language, names]) => ({
    ...{ language, names },
    known: header.filter((cell) => names.has(plain(cell))).length,
  }));
  const [best] = scored.toSorted((a, b) => b.known - a.known);
  const [places, ids] = [new Map<JiraColumn, number[]>(), new Map<JiraColumn, number[]>()];
  const nameOf = (cell: string) =>
    meant.get(cell) ?? best?.names.get(plain(cell)) ?? (BY_NAME[0]?.[1].get(plain(cell)) || undefined);
  for (const [place, cell] of header.entries()) {
    const column = nameOf(cell);
    if (column !== undefined) places.set(column, [...(places.get(column) ?? []), place]);
  }
  for (const column of PEOPLE) ids.set(column, idsAfter(header, places.get(column) ?? []));
  const taken = new Set([...places.values(), ...ids.values()].flat());
  const rest = [...header.entries()].filter(([place, cell]) => !taken.has(place) && cell !== '');
  const links = rest.flatMap(([place, cell]) => {
    const [, before = '', word] = LINK.exec(cell) ?? [];
    return word === undefined ? [] : [{ place, word, isOut: !INWARD.test(fold(before)) }];
  });
  const others = Map.groupBy(
    rest.filter(([place]) => !links.some((link) => link.place === place)),
    ([, cell]) => ownName(cell),
  );
  const named = new Map([...others].map(([name, cells]) => [name, cells.map(([place]) => place)]));
  const names = new Map([...places].map(([column, [place = 0]]) => [column, header[place] ?? column] as const));
  return { language: best?.language ?? 'en', dates, places, names, ids, links, others: named };
}

/** Whether a table has what no other product's has together. */
export function isJiraHeader(header: readonly string[]): boolean {
  const { places } = readJiraHeader(header, new Map());
  return (['key', 'summary', 'type', 'status', 'created'] as const).every((column) => places.has(column));
}
