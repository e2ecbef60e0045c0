import type { FastifyInstance } from 'fastify'
import { Failure, invalidField } from '../failure.ts'

const NESTING = 20
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON in strict UTF-8, at most 20 deep. An empty body counts as none: some clients name a type and send nothing. */
export function jsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      return done(new Failure('invalid_json'))
    }
    parse(request, text, (error, value) => {
      if (error || nestsDeeper(value, NESTING)) done(new Failure('invalid_json'))
      else done(null, value)
    })
  })
  app.addHook('preValidation', async (request) => {
    const { schema, config } = request.routeOptions
    if (schema?.body === undefined && !config.form) refuseBody(request.body)
  })
}

/** Where nothing is asked for, an empty object says nothing; anything in it would be dropped in silence. */
function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return
  const [field] = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : ['body']
  if (field !== undefined)
    throw invalidField(field, 'additionalProperties', `"${field}" is not known here; leave it out.`)
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) if (nestsDeeper(inner, levels - 1)) return true
  return false
}
