import { isSchema, type JsonSchema } from './json-schema.ts';

/** The words of each subject that programs rely on, as `Ticket.status: Status`. */
export type Promises = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The document's promises to programs: operations with their addresses, parameters, statuses and codes, and the fields
 * of requests and answers with their types. `?` marks what may be left out.
 */
export function promisesOf(document: JsonSchema): Promises {
  const promises = new Collected(document.components as Components);
  for (const { path, method, operation } of operationsOf(document.paths)) {
    const id = String(operation.operationId);
    promises.add(id, [method.toUpperCase(), path]);
    promises.addOperation(id, operation);
  }
  promises.add('webhooks', Object.keys(isSchema(document.webhooks) ? document.webhooks : {}));
  promises.addNamed();
  return promises.found;
}

/** The promises as the file of the last release keeps them, a subject a line. */
export const written = (promises: Promises): string =>
  [...promises]
    .map(([subject, words]) => `${subject}: ${[...words].toSorted().join(' ')}\n`)
    .toSorted()
    .join('');

/** The promises of that file that these do not keep, each with the word that is missing. */
export function brokenPromises(released: string, promises: Promises): string[] {
  return released.split('\n').flatMap((line) => {
    const [subject = '', words = ''] = line.split(': ');
    const missing = words.split(' ').filter((word) => word !== '' && !promises.get(subject)?.has(word));
    return missing.map((word) => `${subject}: ${word}`);
  });
}

type Components = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;

const list = (value: unknown) => (Array.isArray(value) ? (value as JsonSchema[]) : []);

const operationsOf = (paths: unknown) =>
  Object.entries(paths as Record<string, Record<string, JsonSchema>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** A text or a number that has a name, such as an id: a program knows it by its type, whatever it is called. */
const isScalar = ({ properties, items, enum: words, anyOf }: JsonSchema) => !(properties || items || words || anyOf);

class Collected {
  readonly found = new Map<string, Set<string>>();
  readonly #components: Components;

  constructor(components: Components) {
    this.#components = components;
  }

  add(subject: string, words: readonly string[]): void {
    this.found.set(subject, new Set([...(this.found.get(subject) ?? []), ...words]));
  }

  addOperation(id: string, operation: JsonSchema): void {
    for (const { in: place, name, required } of list(operation.parameters).map(this.#look))
      this.add(`${id} ${place}`, [`${name}${required ? '' : '?'}`]);
    this.#addContent(`${id} body`, operation.requestBody);
    for (const [status, reference] of Object.entries(operation.responses as Record<string, JsonSchema>)) {
      const response = this.#look(reference);
      const codes = codesOf(response);
      const refused = codes.map((code) => `${status}/${code}`);
      if (codes.length > 0) this.add(`${id} refuses`, refused);
      else this.#addContent(`${id} ${status}`, response);
    }
  }

  /** The fields of all that has a name. */
  addNamed(): void {
    for (const [name, schema] of Object.entries(this.#components.schemas ?? {}))
      if (!isScalar(schema)) this.#addSchema(name, schema);
  }

  readonly #look = (reference: JsonSchema): JsonSchema => {
    const [, , kind = '', name = ''] = String(reference.$ref ?? '').split('/');
    return this.#components[kind]?.[name] ?? reference;
  };

  #addContent(subject: string, holder: unknown): void {
    const content = isSchema(holder) && isSchema(holder.content) ? holder.content : {};
    for (const [type, media] of Object.entries(content))
      if (isSchema(media) && isSchema(media.schema)) this.#addSchema(`${subject} ${type}`, media.schema);
  }

  #addSchema(subject: string, schema: JsonSchema): void {
    const { $ref, properties, required, items, enum: words, anyOf, type } = schema;
    const named = this.#look(schema);
    if (typeof $ref === 'string' && isScalar(named)) this.#addSchema(subject, named);
    else if (typeof $ref === 'string') this.add(subject, [$ref.split('/').at(-1) ?? '']);
    else if (isSchema(properties)) {
      const needed = new Set(required as string[] | undefined);
      for (const [name, part] of Object.entries(properties))
        this.#addSchema(`${subject}.${name}${needed.has(name) ? '' : '?'}`, part as JsonSchema);
    } else if (isSchema(items)) this.#addSchema(`${subject}[]`, items);
    else if (Array.isArray(anyOf)) for (const part of anyOf) this.#addSchema(subject, part as JsonSchema);
    else this.add(subject, (Array.isArray(words) ? words : [schema.const ?? type ?? 'anything'].flat()).map(String));
  }
}

/** The codes of a refusal; none for another response. */
function codesOf({ content }: JsonSchema): string[] {
  const media = isSchema(content) ? content['application/json'] : undefined;
  const schema = isSchema(media) && isSchema(media.schema) ? media.schema : {};
  const errors = list(schema.allOf).flatMap(({ properties }) => (isSchema(properties) ? [properties.error] : []));
  return errors.flatMap((error) => (isSchema(error) ? (error.enum as string[]) : []));
}
