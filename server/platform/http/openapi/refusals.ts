import { ErrorBody, type FailureCode } from '#contract/errors.ts';
import { SENTENCE } from '../refusals.ts';
import { isSchema, type JsonSchema } from './json-schema.ts';
import { pascalCase } from './pascal-case.ts';

/** Headers that refusals of a status carry, by their names in `response-headers.ts`. */
const HEADERS: Readonly<Record<string, string>> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };

interface Refused {
  readonly status: string;
  readonly codes: readonly FailureCode[];
}

/** The refusals of the document, each set of codes once. */
export class Refusals {
  readonly #used = new Map<string, Refused>();

  /** A reference to the response that has these codes. A response that is no refusal is null. */
  refer(status: string, response: JsonSchema): JsonSchema | null {
    const codes = codesOf(response);
    if (Number(status) < 400 || codes === null) return null;
    const name = codes.map(pascalCase).join('Or');
    this.#used.set(name, { status, codes });
    return { $ref: `#/components/responses/${name}` };
  }

  /** The responses that `refer` has led to, by their names, in alphabetical order. */
  get used(): Readonly<Record<string, JsonSchema>> {
    const alone = new Set([...this.#used.values()].flatMap(({ codes }) => (codes.length === 1 ? codes : [])));
    const sorted = [...this.#used].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, refused]) => [name, describe(refused, alone)]));
  }
}

function codesOf({ content }: JsonSchema): readonly FailureCode[] | null {
  const media = isSchema(content) ? content['application/json'] : undefined;
  const schema = isSchema(media) ? media.schema : undefined;
  const properties = isSchema(schema) ? schema.properties : undefined;
  const error = isSchema(properties) ? properties.error : undefined;
  return isSchema(error) && Array.isArray(error.enum) ? (error.enum as FailureCode[]) : null;
}

const ANY_REFUSAL = JSON.parse(JSON.stringify(ErrorBody)) as JsonSchema;

/** @param alone the codes that have a response of their own, which says their sentence. */
const describe = ({ status, codes }: Refused, alone: ReadonlySet<FailureCode>): JsonSchema => {
  const header = HEADERS[status];
  // `Error` says that it is an object, and this a text.
  const error = { enum: codes };
  return {
    description: codes
      .map((code) => (codes.length > 1 && alone.has(code) ? `\`${code}\`` : `\`${code}\`: ${SENTENCE[code]}`))
      .join('\n\n'),
    ...(header && { headers: { [header]: { $ref: `#/components/headers/${header}` } } }),
    content: {
      'application/json': {
        schema: { allOf: [ANY_REFUSAL, { properties: { error } }] },
      },
    },
  };
};
