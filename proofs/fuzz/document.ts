/** The parts of the service's OpenAPI document that the fuzz reads. */

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly examples?: readonly unknown[];
}

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

export interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

export interface Operation extends Described {
  /** Such as `PATCH /api/tickets/{id}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, described]) => {
      const method = verb.toUpperCase();
      return { ...described, method, path, name: `${method} ${path}` };
    }),
  );

/** Puts the parameters of one place of a request into one object schema. */
export function parametersAs(operation: Operation, place: Parameter['in']): Schema {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** @returns the schemas of the body: as JSON, and as a form with files. */
export function bodiesOf({ requestBody }: Operation): { json: Media | undefined; form: Media | undefined } {
  const { content = {} } = requestBody ?? {};
  return { json: content['application/json'], form: content['multipart/form-data'] };
}

export const exampleOf = ({ example, schema }: Media): unknown => example ?? schema.examples?.[0];

/** The part that a reference such as `#/components/schemas/User` names. */
const named = (document: Document, reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], document);

/** The document with what each reference in its paths names in the reference's place. Nothing refers to itself. */
export function resolved(document: Document): Document {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: reference } = value as { $ref?: unknown };
    if (typeof reference === 'string') return resolve(named(document, reference));
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
  };
  return { ...document, paths: resolve(document.paths) as Document['paths'] };
}

/** @returns every reference in the document that leads nowhere. */
export function danglingReferences(document: Document): string[] {
  const missing: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref: reference } = value as { $ref?: unknown };
    if (typeof reference === 'string' && named(document, reference) === undefined) missing.push(reference);
    Object.values(value).forEach(walk);
  };
  walk(document);
  return missing;
}
