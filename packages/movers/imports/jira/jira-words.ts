import type { Category, Priority, Status } from '#contract/words.ts';
import { fold } from '#platform';

/** Meanings of words, whatever their case. @param lists parted by commas. */
export const meaningsIn = <W extends string>(lists: Readonly<Partial<Record<W, string>>>): ReadonlyMap<string, W> =>
  new Map(
    (Object.entries(lists) as [W, string][]).flatMap(([meant, words]) =>
      words
        .trim()
        .split(/,\s+/)
        .map((word) => [fold(word), meant] as const),
    ),
  );

/** The three categories of statuses, in the languages of exports. */
const CATEGORIES_OF_STATUS = meaningsIn<Status>({
  submitted: `
    To Do, Do zrobienia, Por hacer, Zu erledigen, Aufgaben, À faire, K vyřízení, Úkoly, Udělat, До виконання,
    Зробити, New`,
  in_progress: `
    In Progress, W toku, En curso, In Arbeit, In Bearbeitung, En cours, Probíhá, Zpracovává se, В роботі,
    Виконується, У процесі`,
  closed: 'Done, Complete, Gotowe, Listo, Fertig, Erledigt, Terminé, Terminé(e), Hotovo, Готово, Виконано',
});

/** Statuses of the workflow that every server begins with; others have no meaning of their own. */
const STATUS_WORDS = meaningsIn<Status>({
  submitted: 'Open, To Do, Reopened, New, Backlog',
  in_progress: 'In Progress',
  closed: 'Resolved, Closed, Done',
});

const PRIORITY_WORDS = meaningsIn<Priority>({
  critical: 'Highest, Blocker, Critical, Najwyższy, Höchste, Máxima, Nejvyšší, Найвищий',
  high: 'High, Major, Wysoki, Hoch, Alta, Élevée, Vysoká, Високий',
  normal: 'Medium, Średni, Mittel, Media, Moyenne, Střední, Середній',
  low: 'Low, Lowest, Minor, Trivial, Niski, Najniższy, Niedrig, Baja, Faible, Nízká, Низький',
});

const TYPE_WORDS = meaningsIn<Category>({
  bug: 'Bug, Błąd, Błąd w programie, Fehler, Error, Bogue, Chyba, Помилка, Баг',
  feature: 'Story, New Feature, Epic, Historia, Historyjka, Nowa funkcja, Epik, Récit, Příběh, Історія',
  improvement: 'Improvement, Usprawnienie, Verbesserung, Mejora, Amélioration, Vylepšení, Покращення',
  question: 'Question, Pytanie, Frage, Pregunta, Otázka, Запитання',
});

/** Meanings of words by `--map`: `status.Live` is `closed`. */
export type Meanings = ReadonlyMap<string, string>;

/** @param category of the status, which comes first; an empty text where the table has none. @returns null for an unknown word. */
export function statusOfIssue(word: string, category: string, meanings: Meanings): Status | null {
  const meant = meanings.get(`status.${word}`);
  if (meant !== undefined) return meant as Status;
  return CATEGORIES_OF_STATUS.get(fold(category)) ?? (category === '' ? (STATUS_WORDS.get(fold(word)) ?? null) : null);
}

/** @returns null for a word that is none of Jira's own. */
export const priorityOf = (word: string, meanings: Meanings): Priority | null =>
  (meanings.get(`priority.${word}`) as Priority | undefined) ?? PRIORITY_WORDS.get(fold(word)) ?? null;

/** The category of a type of issue; `other` where nobody said. */
export const categoryOf = (type: string, meanings: Meanings): Category =>
  (meanings.get(`category.${type}`) as Category | undefined) ?? TYPE_WORDS.get(fold(type)) ?? 'other';
