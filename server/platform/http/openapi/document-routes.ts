import swaggerUi from '@fastify/swagger-ui';
import { Type } from 'typebox';
import { PAGE_POLICY } from '../headers.ts';
import { operation, type Routes } from '../operation.ts';

const document = operation({
  operationId: 'getDocument',
  summary: 'Read the whole interface as an OpenAPI 3.1 document',
  tag: 'Service',
  access: 'public',
  answers: { 200: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }) },
  refuses: [],
});

/** Serves the OpenAPI document to programs and, as a page at /api/docs, to people. The page loads nothing from elsewhere. */
export async function documentRoutes(routes: Routes): Promise<void> {
  let text: string | undefined;
  routes.get(
    '/api/openapi.json',
    { ...document, serializerCompiler: () => (value: unknown) => String(value) },
    async (_request, reply) => {
      text ??= JSON.stringify(routes.swagger());
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
  await routes.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Kwit: the interface' },
    // The library's top bar has a logo with an inline style, which the policy refuses: this layout has no bar.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', displayRequestDuration: true },
  });
}
