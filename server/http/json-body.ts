import type { FastifyInstance } from 'fastify';
import { Failure, invalidField } from '../failure.ts';

const MAX_DEPTH = 20;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON in strict UTF-8, nested at most 20 deep. It reads an empty body as none: some clients name a type and send
 * nothing.
 */
export function jsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(new Failure('invalid_json'));
    }
    parse(request, text, (error, value) => {
      if (error || isDeeperThan(MAX_DEPTH, value)) done(new Failure('invalid_json'));
      else done(null, value);
    });
  });
  // Without a promise: every request passes here.
  app.addHook('preValidation', ({ routeOptions: { schema, config }, body }, _reply, done) => {
    done(schema?.body === undefined && !config.form ? refusalOf(body) : undefined);
  });
}

/** A route without a schema for a body takes an empty object and refuses any field: it would drop the field silently. */
function refusalOf(body: unknown): Failure | undefined {
  if (body === undefined || body === null) return undefined;
  const [field] = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : ['body'];
  return field === undefined
    ? undefined
    : invalidField(field, 'additionalProperties', `"${field}" is not known here; leave it out.`);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeperThan(levels - 1, inner)) return true;
  return false;
}
