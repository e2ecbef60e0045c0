import type { FailureCode } from '../../contract/errors.ts';
import type { App } from '../../server/testing/start-app.ts';
import type { People } from './credentials.ts';

/** A status, or a status and the code of the refusal. */
export type Expected = number | `${number} ${FailureCode}`;

/** The answers of a route to each caller. `stranger` is anybody without a valid token, with each of the bad credentials. */
export interface Row extends Details {
  readonly stranger: Expected;
  /** Ada, who reported the ticket. */
  readonly reporter: Expected;
  /** Jan, who reports too, but not this ticket. */
  readonly other: Expected;
  /** Dev. */
  readonly developer: Expected;
  /** Ewa, also a developer; differs from Dev where something is Dev's own. */
  readonly otherDeveloper: Expected;
}

export interface Scene extends People {
  readonly app: App;
}

/** Values for the parameters of a pattern, and whatever else a body needs. */
export type Ids = Readonly<Record<string, string>>;

interface Details {
  /** The body: a form is sent as it is, anything else as JSON. */
  readonly body?: object | ((ids: Ids) => object);
  /** Makes what the address names, anew for each call that may change it. Without it, `fixtures.ts` decides. */
  readonly fixture?: (scene: Scene) => Promise<Ids>;
  /** The address, where the pattern with its parameters filled in is not enough. */
  readonly path?: (ids: Ids) => string;
  /** The answer to a token for programs, where it differs from the answer to its owner. */
  readonly program?: Expected;
  /** The call ends the session that makes it. */
  readonly endsSession?: boolean;
  /** Their standing at the ticket refuses these people, not their role: only after body and address were read. */
  readonly refusedByStanding?: boolean;
}

/** Whether the role user alone is refused, before anything else of a call is looked at. */
export const refusesUsers = ({ reporter, other, refusedByStanding = false }: Row): boolean =>
  reporter === '403 forbidden' && other === reporter && !refusedByStanding;

/** The body of a call to the route, which may name what `ids` name. */
export function bodyOf({ body }: Row, ids: Ids): object | undefined {
  return typeof body === 'function' ? body(ids) : body;
}

/** The address of a call to the route with that pattern. */
export const pathOf = ({ path }: Row, url: string, ids: Ids): string =>
  path?.(ids) ?? url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');

type RowFor = (expected: Expected, details?: Details) => Row;

/** Everyone gets the same. */
export const anyone: RowFor = (expected, details) => row(expected, expected, expected, expected, details);

/** Everyone who is signed in gets the same. */
export const signedIn: RowFor = (expected, details) => row('401 unauthorized', expected, expected, expected, details);

/** The reporter of the ticket and developers get it. */
export const reporterAndDevelopers: RowFor = (expected, details) =>
  row('401 unauthorized', expected, '403 forbidden', expected, details);

export const developers: RowFor = (expected, details) =>
  row('401 unauthorized', '403 forbidden', '403 forbidden', expected, details);

/** Only Ada gets it, since it is hers; developers do not either. */
export const ownOnly = (expected: Expected, others: Expected, details?: Details): Row =>
  row('401 unauthorized', expected, others, others, details);

/** Only Dev gets it, not even other developers. */
export const developersOwn = (expected: Expected, others: Expected, details?: Details): Row => ({
  ...developers(expected, details),
  otherDeveloper: others,
});

function row(stranger: Expected, reporter: Expected, other: Expected, developer: Expected, details: Details = {}): Row {
  return { stranger, reporter, other, developer, otherDeveloper: developer, ...details };
}
