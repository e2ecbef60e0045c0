import type { Payload } from '#contract/events.ts';
import type { EventName, Language, Role, TellingReason, TokenScope } from '#contract/words.ts';
import { Failure } from './failure.ts';

/** By what somebody acts: they have signed in, a program has a token of theirs, or a mail of theirs has come in. */
export type Credential =
  | {
      readonly kind: 'session';
      readonly id: string;
      /** Whether it is good for making a passkey alone. */
      readonly onlyRegisters?: boolean;
    }
  | { readonly kind: 'token'; readonly id: string; readonly name: string; readonly scope: TokenScope }
  | { readonly kind: 'mail'; readonly id: string };

/** A person's rights by their teams in a project that has teams. A lead of a team that works there works there, too. */
export interface ProjectSight {
  readonly sealed: boolean;
  readonly mayReport: boolean;
  readonly works: boolean;
  /** A team of theirs reads there, and none works. */
  readonly reads: boolean;
  readonly leads: boolean;
}

/** A person's sight by their teams, at the moment at which it is read. */
export interface Sight {
  /** Every project that has teams, by its id. */
  readonly projects: ReadonlyMap<string, ProjectSight>;
  /** Whether any ticket is restricted. */
  readonly hasRestricted: boolean;
}

/** A signed-in person, as the database has them at the moment of the request. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly language: Language;
  readonly credential: Credential;
  readonly sight: Sight;
}

/** The caller: a person, or null for a public route, a command or the service itself. */
export type Actor = Person | null;

export const isDeveloper = (actor: Pick<Person, 'role'> | null): boolean => actor?.role === 'developer';

/** Whether a program asks, with a token of the person. */
export const isProgram = (actor: Actor): boolean => actor?.credential.kind === 'token';

/**
 * Refuses a program what no token may do, whatever its scope: to change who is let in, and as what
 * (docs/rules/tokens.md#never-with-a-token).
 *
 * @throws Failure `forbidden`.
 */
export function refusePrograms(actor: Actor): void {
  if (isProgram(actor)) throw new Failure('forbidden', { message: 'No token may do this; sign in for it.' });
}

/**
 * By what a program acts for its owner: the name of its token, and how the program came in when that says more; null when
 * nobody's token is in it.
 */
export function viaOf(actor: Actor, way: string | null = null): string | null {
  if (actor?.credential.kind !== 'token') return null;
  const { name } = actor.credential;
  return way === null ? name : `${name}, ${way}`;
}

/** An event's name with its payload: the name says which payload it is. */
export type EventOf<N extends EventName = EventName> = {
  readonly [K in N]: { readonly name: K; readonly payload: Payload[K] };
}[N];

/** A name with its payload. TypeScript cannot follow a name to its payload. */
export const eventOf = <N extends EventName>(name: N, payload: Payload[N]): EventOf =>
  ({ name, payload }) as unknown as EventOf;

/** Facts beside the payload for reactions inside the service. They are never sent and never shown. */
export interface Internals {
  /** The person whom the change assigned the ticket to; null for nobody. Absent when it did not, or an older version recorded it. */
  readonly new_assignee_id?: string | null;
  /** The facts that decided who saw the ticket, before a change by which people may lose sight of it. */
  readonly before?: {
    readonly reporter_id: string | null;
    readonly assignee_id: string | null;
    readonly project_id: string | null;
    readonly restricted: 0 | 1;
    readonly people: string | null;
  };
  /** A field by category or project changed that reporters see. */
  readonly shown?: boolean;
  /** Another ticket was joined to it. */
  readonly joined?: boolean;
  /** The people whom the comment names, who may all read it. */
  readonly mentioned?: readonly string[];
  /** The trace of the request that recorded it, for webhooks. */
  readonly traceparent?: string;
  /** The askers whom it tells: in the thread of which ticket, by which comment there; null for none. */
  readonly told?: readonly {
    readonly user: string;
    readonly ticket: string | null;
    readonly comment: string | null;
    readonly why?: TellingReason | null;
  }[];
  /** The words for the askers, also by language. */
  readonly notes?: { readonly note: string; readonly pl?: string; readonly en?: string };
  /** It causes no notice and no mail. */
  readonly silent?: boolean;
  /** The reporter of a new ticket is mailed its number. */
  readonly acknowledge?: boolean;
}

/** One of the events of an act: everything that one request did to one ticket. */
export type ActEvent = EventOf & { readonly entryId: string; readonly eventId: string; readonly internals: Internals };

/** An event that this transaction has recorded, with its ticket. */
export type ActEventOfTicket = ActEvent & { readonly ticketId: string };

/** The `source` of recorded events that an import made of what happened elsewhere: they are delivered to nobody. */
export const IMPORT_SOURCE = 'import';
