import { ErrorBody, FAILURE_CODES, type FailureCode } from '#contract/errors.ts';
import { oneOf } from '#contract/scalars.ts';
import * as contract from '#contract/schemas.ts';
import { TABLE_COLUMNS } from '#contract/table-words.ts';
import { CATEGORIES, EVENT_NAMES, LANGUAGES, PRIORITIES, ROLES, STATUSES } from '#contract/words.ts';
import { SENTENCE } from '../refusals.ts';
import { EVENT_MESSAGES } from './events-and-headers.ts';
import {
  annotationsOf,
  isSchema,
  type JsonSchema,
  mapParts,
  pascalCase,
  shapeOf,
  withoutNull,
  withoutOwnKeywords,
} from './json-schema.ts';

const { ErrorBody: NamedSchemasErrorBody, ...others } = contract;

/** The document's named schemas: the exports of the contract by their names, and its closed lists of words. */
const NAMED: Readonly<Record<string, unknown>> = {
  ...others,
  ...EVENT_MESSAGES,
  Error: NamedSchemasErrorBody,
  ErrorCode: oneOf(FAILURE_CODES),
  Status: oneOf(STATUSES),
  Priority: oneOf(PRIORITIES),
  Category: oneOf(CATEGORIES),
  Role: oneOf(ROLES),
  Language: oneOf(LANGUAGES),
  EventName: oneOf(EVENT_NAMES),
  TableColumn: oneOf(TABLE_COLUMNS),
};

const isContractSchema = (value: unknown) => isSchema(value) && ('~kind' in value || 'enum' in value);

/**
 * Puts schemas under names, and references in their places. It goes by what a schema allows, so that a copy of a named
 * schema, or one that says something more about itself, has the name as well.
 */
export class NamedSchemas {
  readonly #nameOf = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #used = new Map<string, JsonSchema>();

  /** @throws Error when two names stand for the same schema: a reader could not tell which is meant. */
  constructor(named: Readonly<Record<string, unknown>> = NAMED) {
    for (const [exported, schema] of Object.entries(named)) {
      const name = pascalCase(exported);
      if (!isContractSchema(schema)) continue;
      const plain = withoutOwnKeywords(JSON.parse(JSON.stringify(schema)) as JsonSchema);
      const shape = shapeOf(plain);
      const other = this.#nameOf.get(shape);
      if (other !== undefined) throw new Error(`The schemas ${other} and ${name} are the same; give one of them up.`);
      this.#nameOf.set(shape, name);
      this.#schemas.set(name, plain);
    }
  }

  /** The schema with references in the place of everything that has a name. */
  refer(schema: JsonSchema): JsonSchema {
    return this.#replace(withoutOwnKeywords(schema));
  }

  /** The schemas that `refer` has led to, by their names, in alphabetical order. */
  get used(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  readonly #replace = (schema: JsonSchema): JsonSchema => {
    const reference = this.#referenceTo(schema);
    if (reference !== null) return reference;
    const base = withoutNull(schema);
    const toBase = base && this.#referenceTo(base);
    if (toBase) return { anyOf: [toBase, { type: 'null' }] };
    return mapParts(schema, this.#replace);
  };

  /** A reference, with what this schema says about itself beyond what the named one says. */
  #referenceTo(schema: JsonSchema): JsonSchema | null {
    const name = this.#nameOf.get(shapeOf(schema));
    const named = name === undefined ? undefined : this.#schemas.get(name);
    if (name === undefined || named === undefined) return null;
    if (!this.#used.has(name)) {
      // Named before its parts are looked at, so that what refers to itself ends.
      this.#used.set(name, named);
      this.#used.set(name, mapParts(named, this.#replace));
    }
    const said = Object.entries(annotationsOf(schema)).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(named[key]),
    );
    return { $ref: `#/components/schemas/${name}`, ...Object.fromEntries(said) };
  }
}

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
