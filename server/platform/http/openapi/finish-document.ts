import { TAGS } from '#contract/tags.ts';
import { eventWebhooks } from './event-webhooks.ts';
import { isSchema, type JsonSchema } from './json-schema.ts';
import { NamedSchemas } from './named-schemas.ts';
import { Refusals } from './refusals.ts';
import { RepeatedParameters } from './repeated-parameters.ts';
import { RESPONSE_HEADERS } from './response-headers.ts';

/** What stands in the place of a description that no schema gives. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'The answer.',
  201: 'What was made.',
  202: 'It has begun.',
};

const onEach = (map: unknown, change: (value: JsonSchema, key: string) => JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(isSchema(map) ? map : {}).map(([key, value]) => [key, isSchema(value) ? change(value, key) : value]),
  );

const onEachOperation = (paths: unknown, change: (operation: JsonSchema) => JsonSchema) =>
  onEach(paths, (path) => onEach(path, change));

/** That a parameter need not be sent goes without saying. */
const unlessOptional = ({ required, ...rest }: JsonSchema): JsonSchema =>
  required === true ? { ...rest, required } : rest;

const parametersOf = ({ parameters }: JsonSchema) =>
  Array.isArray(parameters) ? (parameters as JsonSchema[]).map(unlessOptional) : [];

/**
 * Gives names to what the document says again and again: schemas, refusals, parameters and headers stand once, in
 * `components`, and everything else refers to them. Adds tags and the events that webhooks receive.
 */
export function finishDocument(document: JsonSchema): JsonSchema {
  const names = new Names();
  const webhooks = onEachOperation(JSON.parse(JSON.stringify(eventWebhooks())), names.operation);
  const named = onEachOperation(document.paths, names.operation);
  const operations = Object.values(named).flatMap((path) => Object.values(path as Record<string, JsonSchema>));
  const parameters = new RepeatedParameters(operations.flatMap(parametersOf));
  const paths = onEachOperation(named, (one) => ({
    ...one,
    ...(one.parameters ? { parameters: parametersOf(one).map((parameter) => parameters.refer(parameter)) } : {}),
  }));
  return {
    ...document,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: { ...(document.components as JsonSchema), ...names.components(), parameters: parameters.components },
  };
}

/** Puts references in the place of schemas, refusals and headers, one operation after another. */
class Names {
  readonly #schemas = new NamedSchemas();
  readonly #refusals = new Refusals();

  readonly operation = (operation: JsonSchema): JsonSchema => ({
    ...operation,
    ...(operation.parameters ? { parameters: parametersOf(operation).map(this.#withSchema) } : {}),
    ...(isSchema(operation.requestBody) ? { requestBody: this.#withContent(operation.requestBody) } : {}),
    responses: onEach(operation.responses, this.#response),
  });

  components(): JsonSchema {
    const responses = onEach(this.#refusals.used, this.#withContent);
    return { responses, headers: RESPONSE_HEADERS, schemas: this.#schemas.used };
  }

  readonly #response = (response: JsonSchema, status: string): JsonSchema =>
    this.#refusals.refer(status, response) ?? {
      ...this.#withContent(response),
      ...(response.description === 'Default Response' ? { description: DESCRIPTIONS[status] } : {}),
      ...(response.headers ? { headers: onEach(response.headers, headerReference) } : {}),
    };

  readonly #withContent = (holder: JsonSchema): JsonSchema =>
    holder.content ? { ...holder, content: onEach(holder.content, this.#withSchema) } : holder;

  readonly #withSchema = (holder: JsonSchema): JsonSchema =>
    isSchema(holder.schema) ? { ...holder, schema: this.#schemas.refer(holder.schema) } : holder;
}

const headerReference = (_: JsonSchema, name: string): JsonSchema => ({ $ref: `#/components/headers/${name}` });
