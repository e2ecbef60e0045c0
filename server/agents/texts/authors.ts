import type { ReportersTexts } from '#contract/settings.ts';
import type { Role } from '#contract/users.ts';
import { findUsers } from '#people';
import type { Actor, Work } from '#platform';
import { visibleLine, visibleText, withoutLiveMarkup } from './visible-text.ts';

/** Who wrote a text. */
export interface Author {
  readonly name: string | null;
  readonly role: Role;
  /** Whether it is the person for whom the agent acts. */
  readonly isReader: boolean;
}

/** Code points of a name. */
const NAME_LENGTH = 120;

/** Texts of people as an agent gets them, by the setting `mcp_reporters_texts` (docs/rules/mcp.md#texts-of-people). */
export class PeoplesTexts {
  readonly #whose: ReportersTexts;

  constructor(whose: ReportersTexts) {
    this.#whose = whose;
  }

  /** @returns null for a text that is withheld, or none. */
  shown(text: string | null, author: Author): string | null {
    if (text === null || this.#withholds(author)) return null;
    return author.role === 'developer' ? visibleText(text) : withoutLiveMarkup(visibleText(text));
  }

  /** The same for a text that stands in one line. */
  shownLine(text: string | null, author: Author, length: number): string | null {
    const shown = this.shown(text, author);
    return shown === null ? null : visibleLine(shown, length);
  }

  /** A name is a text too: people choose their own. */
  nameOf(author: Author): string | null {
    return this.shownLine(author.name, author, NAME_LENGTH);
  }

  #withholds({ role, isReader }: Author): boolean {
    return this.#whose === 'developers_only' && role !== 'developer' && !isReader;
  }
}

/** The person who wrote what only developers write: projects, answers, references. */
export const developerNamed = (name: string | null): Author => ({ name, role: 'developer', isReader: false });

/** Somebody who reported, of whom nothing is known: as strict as it gets. */
export const SOMEBODY: Author = { name: null, role: 'user', isReader: false };

/** @returns the authors with these ids; somebody who is gone counts as a reporter without a name. */
export async function authorsOf(
  work: Work<Actor>,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => Author> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const users = wanted.length === 0 ? [] : await findUsers(work, wanted);
  const found = new Map(
    users.map(({ id, name, role }) => [id, { name, role, isReader: id === work.actor?.id } satisfies Author]),
  );
  return (id) => (id === null ? undefined : found.get(id)) ?? SOMEBODY;
}
