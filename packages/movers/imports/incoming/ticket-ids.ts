import { hash } from 'node:crypto';
import { UUID } from '#contract/words.ts';
import type { IncomingFile, IncomingPerson, IncomingTicket } from './incoming-ticket.ts';
import { importAddressOf } from './people-and-projects-here.ts';

const ID = new RegExp(UUID);

/** Whether an id may be of a ticket of this Kwit itself. */
export const isIdOfHere = (externalId: string): boolean => ID.test(externalId);

/** The id by which a file of a ticket is known again. */
export const fileIdOf = ({ externalId }: IncomingTicket, file: IncomingFile): string =>
  `${externalId} ${file.externalId ?? file.name}`;

export const labelIdOf = ({ externalId }: IncomingTicket, name: string): string => `${externalId} ${name}`;

export const referenceIdOf = ({ externalId }: IncomingTicket, url: string): string => `${externalId} ${url}`;

export const fieldIdOf = ({ externalId }: IncomingTicket, name: string): string => `${externalId} ${name}`;

export const participantIdOf = ({ externalId }: IncomingTicket, person: IncomingPerson): string =>
  `${externalId} ${person.account ?? importAddressOf(person)}`;

/** The id by which a link is known again: the same from both ends. */
export const linkIdOf = ({ externalId }: IncomingTicket, other: string): string =>
  [externalId, other].toSorted().join(' ');

/** The id by which the closing words of a ticket are known again; null when it has none. */
export const answerIdOf = ({ externalId, answer }: IncomingTicket): string | null =>
  answer && `${externalId} ${hash('sha256', answer.said ?? answer.content)}`;

export const idsOf = (ticket: IncomingTicket): string[] => [
  ticket.externalId,
  ...ticket.comments.map(({ externalId }) => externalId),
  ...ticket.files.map((file) => fileIdOf(ticket, file)),
  ...[answerIdOf(ticket) ?? []].flat(),
  ...(ticket.labels ?? []).map((name) => labelIdOf(ticket, name)),
  ...(ticket.fields ?? []).map(({ name }) => fieldIdOf(ticket, name)),
  ...(ticket.references ?? []).map(({ url }) => referenceIdOf(ticket, url)),
  ...(ticket.participants ?? []).map((person) => participantIdOf(ticket, person)),
  ...(ticket.links ?? []).flatMap(({ other }) => [other, linkIdOf(ticket, other)]),
];
