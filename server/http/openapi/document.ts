import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import { withBodyRefusals } from '../operation.ts'

const INTRODUCTION = `Kwit is a ticket tracker in which every ticket ends with an answer.

Sign in with \`POST /api/auth/request-otp\` and \`POST /api/auth/verify-otp\`, then send the token as
\`Authorization: Bearer <token>\`. Refusals are \`{ error, message, request_id }\`; the codes are stable. Lists are arrays,
newest first, and name their next page in the header \`Link\`. A ticket answers with an \`ETag\`; send it back as \`If-Match\`
to be told (412) when someone else was faster.`

/** Some clients send a body with DELETE, or to a route that takes none. */
const mayGetBody = (method: string | string[]) => ![method].flat().includes('GET')

const withBody = (schema: FastifySchema | undefined) => ({
  ...schema,
  response: withBodyRefusals((schema?.response ?? {}) as Record<number, TSchema>),
})

/** Makes the OpenAPI 3.1 document from the schemas by which the routes check requests and write answers. */
export async function documentInterface(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kwit',
        version,
        description: INTRODUCTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          stream_ticket: {
            type: 'apiKey',
            in: 'query',
            name: 'ticket',
            description: 'From POST /api/events/stream-ticket: opens one live stream within a minute.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const form = route.config?.form
      if (!form) return { schema: mayGetBody(route.method) && !schema?.body ? withBody(schema) : schema, url }
      const { content } = (schema?.body ?? {}) as { content?: Record<string, unknown> }
      return { schema: { ...schema, body: { content: { ...content, 'multipart/form-data': { schema: form } } } }, url }
    },
  })
}
