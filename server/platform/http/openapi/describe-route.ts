import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { withBodyRefusals } from '../operation.ts';
import { headersOf } from './response-headers.ts';

interface Route {
  readonly schema?: FastifySchema;
  readonly url: string;
  readonly route: { readonly method: string | string[]; readonly config?: FastifyContextConfig };
}

/** What the document tells of a route: its schema, and what follows from its configuration. */
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
  const one = ([status, answer]: [string, TSchema]) => {
    const names = headers[status] ?? [];
    if (names.length === 0) return [status, answer];
    return [status, { ...answer, headers: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) }];
  };
  return Object.fromEntries(Object.entries(answers).map(one));
}

const WHO = {
  public: 'Anyone may call it.',
  'signed-in': 'For everyone signed in.',
  developer: 'For developers.',
};

/** Who may call, in sentences. */
function permission({ access = 'public', scope }: FastifyContextConfig): string {
  if (!scope) return WHO[access];
  return `${WHO[access]} ${scope === 'session' ? 'A token for programs will not do.' : `Scope of tokens: \`${scope}\`.`}`;
}
