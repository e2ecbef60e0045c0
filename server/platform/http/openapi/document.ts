import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { describeRoute } from './describe-route.ts';
import { finishDocument } from './finish-document.ts';

const INTRODUCTION = `Kwit is a ticket tracker in which every ticket ends with an answer.

Sign in with \`POST /api/auth/request-otp\` and \`POST /api/auth/verify-otp\`, then send the token as
\`Authorization: Bearer <token>\`. Refusals are \`{ error, message, request_id }\`; the codes are stable. Lists are arrays,
newest first, and name their next page in the header \`Link\`. A ticket answers with an \`ETag\`; send it back as \`If-Match\`
to be told (412) when someone else was faster.`;

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
    transformObject: (given) => ('openapiObject' in given ? finishDocument(given.openapiObject) : given.swaggerObject),
  });
}
