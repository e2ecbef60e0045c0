import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { TAGS } from '#contract/tags.ts';
import { PAGE_POLICY } from '../headers.ts';
import { operation, type Routes, withBodyRefusals } from '../operation.ts';
import { eventWebhooks, headersOf, RESPONSE_HEADERS } from './events-and-headers.ts';
import { isSchema, type JsonSchema, pascalCase } from './json-schema.ts';
import { NamedSchemas, Refusals } from './named-schemas.ts';

interface Route {
  readonly schema?: FastifySchema;
  readonly url: string;
  readonly route: { readonly method: string | string[]; readonly config?: FastifyContextConfig };
}

/** The document's description of a route: its schema, and the facts that follow from its configuration. */
export function describeRoute({ schema = {}, url, route }: Route): { schema: FastifySchema; url: string } {
  const config = route.config ?? {};
  const response = (schema.response ?? {}) as Record<string, TSchema>;
  const takesNoBody = mayGetBody(route.method) && !schema.body && !config.form;
  const answers = takesNoBody ? withBodyRefusals(response) : response;
  return {
    schema: {
      ...schema,
      description: permission(config),
      ...(config.form && { body: withForm(schema.body, config.form) }),
      response: withHeaders(answers, headersOf(config, schema.querystring)),
    },
    url,
  };
}

/** Some clients send a body with DELETE, or to a route that takes none. */
const mayGetBody = (method: string | string[]) => ![method].flat().includes('GET');

function withForm(body: unknown, form: TSchema) {
  const { content } = (body ?? {}) as { content?: Record<string, unknown> };
  return { content: { ...content, 'multipart/form-data': { schema: form } } };
}

function withHeaders(answers: Record<string, TSchema>, headers: Readonly<Record<string, readonly string[]>>) {
  const described = ([status, answer]: [string, TSchema]) => {
    const names = headers[status] ?? [];
    if (names.length === 0) return [status, answer];
    return [status, { ...answer, headers: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) }];
  };
  return Object.fromEntries(Object.entries(answers).map(described));
}

const WHO = {
  public: 'Anyone may call it.',
  'signed-in': 'For everyone signed in.',
  developer: 'For developers.',
};

/** The permitted callers, in sentences. */
function permission({ access = 'public', scope }: FastifyContextConfig): string {
  if (!scope) return WHO[access];
  return `${WHO[access]} ${scope === 'session' ? 'A token for programs will not do.' : `Scope of tokens: \`${scope}\`.`}`;
}

const document = operation({
  operationId: 'getDocument',
  summary: 'Read the whole interface as an OpenAPI 3.1 document',
  tag: 'Service',
  access: 'public',
  answers: { 200: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }) },
});

/** Serves the OpenAPI document to programs and, as a page at /api/docs, to people. The page loads nothing from elsewhere. */
export async function documentRoutes(routes: Routes): Promise<void> {
  let text: Buffer | undefined;
  // Half a megabyte for anyone who asks. A turn ends when the loop comes round, so what is written after it belongs to it.
  routes.addHook('preHandler', (request) => request.takeTurn(true, async () => {}));
  routes.get('/api/openapi.json', document, async (_request, reply) => {
    text ??= Buffer.from(JSON.stringify(routes.swagger()));
    return reply.type('application/json; charset=utf-8').send(text);
  });
  await routes.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Kwit: the interface' },
    // The library's top bar has a logo with an inline style, which the policy refuses: this layout has no bar.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', displayRequestDuration: true },
  });
}

/** The parameters that several operations take alike, each once under its name, and references to them. */
export class RepeatedParameters {
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly #nameOf: ReadonlyMap<string, string>;

  /** @param all the parameters of all operations, a parameter for each operation that takes it. */
  constructor(all: readonly JsonSchema[]) {
    const alike = [...Map.groupBy(all, (parameter) => JSON.stringify(parameter))].filter(([, uses]) => uses.length > 1);
    const byFrequency = alike.toSorted(([, a], [, b]) => b.length - a.length);
    const components: Record<string, JsonSchema> = {};
    const nameOf = new Map<string, string>();
    for (const [text, [first]] of byFrequency) {
      const name = first && pascalCase(String(first.name).replaceAll('-', '_'));
      // A name stands for the parameter that most operations take under it.
      if (!first || !name || name in components) continue;
      components[name] = first;
      nameOf.set(text, name);
    }
    this.components = Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    this.#nameOf = nameOf;
  }

  refer(parameter: JsonSchema): JsonSchema {
    const name = this.#nameOf.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  }
}

/** Descriptions of answers whose schema gives none. */
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
  const paths = onEachOperation(named, (operation) => ({
    ...operation,
    ...(operation.parameters ? { parameters: parametersOf(operation).map((entry) => parameters.refer(entry)) } : {}),
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

const INTRODUCTION = `Kwit is a ticket tracker in which every ticket ends with an answer.

Sign in with \`POST /api/auth/request-otp\` and \`POST /api/auth/verify-otp\`, then send the token as
\`Authorization: Bearer <token>\`. Refusals are \`{ error, message, request_id }\`; the codes are stable. Lists are arrays,
newest first, and name their next page in the header \`Link\`. A ticket answers with an \`ETag\`; send it back as \`If-Match\`
to be told (412) when someone else was faster.

Programs send a token of their own in the same header: it begins with \`kwit_pat_\`, has the scope \`read\`, \`write\`, \`admin\` or \`shipments\`, and is
made in the profile, by \`POST /api/tokens\`, or on the server by \`kwit token add\`. Each operation names the scope that it needs.

For generated types: a field of a request that has a \`default\` may be left out (openapi-typescript takes
\`--default-non-nullable=false\` for that). A list of tickets has \`ListedRow\` with \`view=row\`, and \`ListedTicket\` without it. The two
operations that take JSON or a form have a path of their own for the form, \`…/with-files\`.`;

/** Makes the OpenAPI 3.1 document from the schemas by which the routes check requests and write answers. */
export async function documentInterface(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kwit',
        version,
        description: INTRODUCTION,
        contact: { name: 'Whoever runs this Kwit' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This Kwit.' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          token: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'kwit_pat_',
            description: 'A token for programs, from POST /api/tokens, that has the scope.',
          },
          stream_ticket: {
            type: 'apiKey',
            in: 'query',
            name: 'ticket',
            description: 'From POST /api/events/stream-ticket: opens one live stream within a minute.',
          },
        },
      },
    },
    transform: describeRoute,
    transformObject: (input) => ('openapiObject' in input ? finishDocument(input.openapiObject) : input.swaggerObject),
  });
}
