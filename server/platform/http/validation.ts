import { Ajv, type ErrorObject, type KeywordDefinition, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import buildWriter from 'fast-json-stringify';
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { FieldProblem } from '#contract/errors.ts';
import { Failure, invalidField } from '../failure.ts';
import { addressOf, asciiDomain, isAddress, shownAddress, shownDomain } from '../texts/addresses.ts';
import { cleanLine, isLine, isVisible } from '../texts/lines.ts';
import { isZone } from '../zones.ts';

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
  app.addHook('preValidation', (request, _reply, done) => {
    const { schema, config } = request.routeOptions;
    if (schema?.body === undefined) return done(config.form ? undefined : refusalOf(request.body));
    // So that a body whose every field may be left out may be left out too, and else the missing fields are named.
    if (request.body === undefined && (schema.body as { type?: string }).type === 'object') request.body = {};
    done();
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

/** A keyword with these changes a text before other keywords measure it. */
const CHANGING_TEXT = { type: 'string', modifying: true, before: 'maxLength', errors: false } as const;

/**
 * `text: true` trims a text before other keywords measure it, and refuses one that no database can keep. A text of which
 * nothing can be seen is empty, but for a question, which then finds nothing. `text: "as is"` (passwords) changes nothing; `line` judges
 * what stands in one line.
 */
const textKeyword = (isQuestion: boolean): KeywordDefinition => ({
  keyword: 'text',
  ...CHANGING_TEXT,
  compile:
    (how: true | 'as is', { line }) =>
    (value: string, context) => {
      if (!value.isWellFormed() || value.includes('\0')) return false;
      if (how === true && context) {
        context.parentData[context.parentDataProperty] = isQuestion || line || isVisible(value) ? value.trim() : '';
      }
      return true;
    },
});

/**
 * `line: true`: the text is made one clean line before other keywords measure it, and something of it can be seen.
 * `line: "as is"` (settings) cleans nothing and refuses instead. An empty text is for `minLength`.
 */
const lineKeyword: KeywordDefinition = {
  keyword: 'line',
  ...CHANGING_TEXT,
  compile: (how: true | 'as is') => (value: string, context) => {
    if (how === 'as is') return isLine(value.trim());
    const line = cleanLine(value);
    if (context) context.parentData[context.parentDataProperty] = line;
    return line !== '' || value.trim() === '';
  },
};

/** Puts what `change` makes of a text in its place, before other keywords judge it. */
const changing = (keyword: string, change: (value: string, how: unknown) => string): KeywordDefinition => ({
  keyword,
  ...CHANGING_TEXT,
  compile: (how: unknown) => (value: string, context) => {
    if (context) context.parentData[context.parentDataProperty] = change(value, how);
    return true;
  },
});

/** `address: true`: an e-mail address in the form in which it is kept; `"as is"` (settings) keeps marks, to be refused. */
const addressKeyword = changing('address', (value, how) =>
  how === 'as is' && cleanLine(value) !== value.trim() ? value : addressOf(value),
);
/** `zone: true`: the name of a zone. */
const zoneKeyword: KeywordDefinition = {
  keyword: 'zone',
  type: 'string',
  validate: (_: true, value: string) => isZone(value),
};
/** `domain: true`: a domain in its ASCII form. */
const domainKeyword = changing('domain', asciiDomain);

function makeAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    useDefaults: false,
    strict: false,
    validateFormats: true,
    // The schemas are ours and typed: to compile the schema of schemas takes longer than all of them that a process checks first.
    meta: false,
    validateSchema: false,
  });
  addFormats.default(ajv, ['date', 'date-time', 'uri']);
  ajv.addFormat('binary', true);
  ajv.addKeyword(textKeyword(coerceTypes));
  ajv.addKeyword(lineKeyword);
  ajv.addKeyword(addressKeyword);
  ajv.addKeyword(domainKeyword);
  ajv.addKeyword(zoneKeyword);
  ajv.addFormat('email', isAddress);
  return ajv;
}

/** `exact` takes values as they are, for bodies. `coercing` reads text as a number, for addresses, which have only text. */
const exact = makeAjv(false);
const coercing = makeAjv(true);

/** Checks a part of a request. `errors` has the problems of the last check: Fastify reads them there. */
interface Check {
  (part: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** Compiles a schema at its first check: compiling all of them takes a third of the time of a start. */
function lazily(ajv: Ajv, schema: TSchema): Check {
  let compiled: ValidateFunction | undefined;
  const check: Check = (part) => {
    compiled ??= ajv.compile(schema);
    const isValid = compiled(part);
    if (!isValid) check.errors = compiled.errors ?? null;
    return isValid;
  };
  return check;
}

/** Checks the fields of a form. They are texts and none of ours stands for a number, so that it coerces nothing. */
export const bodyCheck = (schema: TSchema): Check => lazily(exact, schema);

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  lazily(httpPart === 'body' ? exact : coercing, schema);

/** The problems of a request, at most 20: the field, a stable code and a sentence for each. */
export function fieldProblems(errors: readonly ErrorObject[], part: string): FieldProblem[] {
  return errors.slice(0, 20).map((error) => {
    const path = pathOf(error);
    const { limit } = error.params;
    const problem = { path: path || part, code: error.keyword, message: sentence(error, path || part) };
    return typeof limit === 'number' ? { ...problem, limit } : problem;
  });
}

/** Lists that are named as `options[1].key`. Older ones are `events.1`, which programs may read. */
const BRACKETED = /\b(options|(?:closure_)?found_by|targets|calendars|spans|mon|tue|wed|thu|fri|sat|sun)\.(\d+)\b/g;

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const parts = instancePath.split('/').slice(1);
  if (keyword === 'required') parts.push(params.missingProperty);
  if (keyword === 'additionalProperties') parts.push(params.additionalProperty);
  return parts.join('.').replace(BRACKETED, '$1[$2]');
}

const SENTENCES: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'is missing; send it',
  additionalProperties: () => 'is not known here; leave it out',
  minLength: ({ limit }) => `must have at least ${limit} characters`,
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minItems: ({ limit }) => `must have at least ${limit} entries`,
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  minProperties: () => 'must have at least one field; send what is to change',
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).map(String).join(', ')}`,
  type: ({ type }) => `must be of type ${String(type).replaceAll(',', ' or ')}`,
  format: ({ format }) => `must be a valid ${format}`,
  pattern: () => 'is not of the form that this field takes',
  text: () => 'must be well-formed text without NUL characters',
  zone: () => 'must be a zone of the IANA database, such as Europe/Warsaw',
  line: () => 'must be one line of visible text, without marks that turn the direction of writing',
};

function sentence({ keyword, params, message }: ErrorObject, name: string): string {
  const words = SENTENCES[keyword]?.(params);
  return words ? `"${name}" ${words}.` : `"${name}" ${message ?? 'is wrong'}.`;
}

type Writer = (answer: unknown) => string;

/** The writers of schemas: a process that runs several services makes each once. */
const writers = new WeakMap<TSchema, Writer>();

function writerOf(schema: TSchema): Writer {
  const before = writers.get(schema);
  if (before) return before;
  const made = buildWriter(schema) as Writer;
  writers.set(schema, made);
  return made;
}

/** The fields of answers that hold addresses, and the settings that list addresses or domains. */
const ADDRESSES = /(?:^|_)(?:email|from)$/;
const LISTS: Readonly<Record<string, (stored: string) => string>> = {
  allowed_domains: shownDomain,
  developer_emails: shownAddress,
};

/** An answer whose addresses are written as people read them: domains with their own letters. */
function withShownAddresses(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return ADDRESSES.test(name) ? shownAddress(value) : value;
  if (Array.isArray(value)) {
    const shown = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
    return value.map((entry) => (shown && typeof entry === 'string' ? shown(entry) : withShownAddresses(entry)));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withShownAddresses(field, key)]));
}

/** The JSON of an answer, its addresses as people read them. */
const shownJson = (text: string): string =>
  text.includes('xn--') ? JSON.stringify(withShownAddresses(JSON.parse(text))) : text;

/**
 * Writes an answer without its schema. Use it where a view picks each field: for a list of 50 tickets, the schema's
 * serializer takes five times as long as `JSON.stringify`.
 */
export const plainJson = { serializerCompiler: () => (answer: unknown) => shownJson(JSON.stringify(answer)) };

/** Writes answers by their schemas. Refusals all have one shape, and need no schema to be written. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema, httpStatus }) => {
  if (Number(httpStatus) >= 400) return JSON.stringify;
  let write: Writer | undefined;
  return (answer) => {
    write ??= writerOf(schema);
    return shownJson(write(answer));
  };
};
