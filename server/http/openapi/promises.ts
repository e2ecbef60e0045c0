import { isSchema, type JsonSchema } from './json-schema.ts'

/** What programs rely on, and the words that it may be: `Ticket.status` and `Status`. */
export type Promises = ReadonlyMap<string, ReadonlySet<string>>

/**
 * What the document promises to programs: operations with their addresses, parameters, statuses and codes, and the fields
 * of requests and answers with their types. `?` marks what may be left out.
 */
export function promisesOf(document: JsonSchema): Promises {
  const found = new Map<string, Set<string>>()
  const add = (subject: string, words: readonly string[]) =>
    found.set(subject, new Set([...(found.get(subject) ?? []), ...words]))
  const { schemas, responses, parameters } = document.components as Record<string, Record<string, JsonSchema>>
  const look = (reference: JsonSchema): JsonSchema => {
    const name = String(reference.$ref).split('/').at(-1) ?? ''
    return '$ref' in reference ? (responses?.[name] ?? parameters?.[name] ?? {}) : reference
  }
  for (const { path, method, operation } of operationsOf(document.paths)) {
    const id = String(operation.operationId)
    add(id, [method.toUpperCase(), path])
    for (const { in: place, name, required } of list(operation.parameters).map(look))
      add(`${id} ${place}`, [`${name}${required ? '' : '?'}`])
    addContent(`${id} body`, operation.requestBody, add)
    for (const [status, response] of Object.entries(operation.responses as Record<string, JsonSchema>)) {
      const codes = codesOf(look(response))
      if (codes.length > 0)
        add(
          `${id} refuses`,
          codes.map((code) => `${status}/${code}`),
        )
      else addContent(`${id} ${status}`, look(response), add)
    }
  }
  add('webhooks', Object.keys(isSchema(document.webhooks) ? document.webhooks : {}))
  for (const [name, schema] of Object.entries(schemas ?? {})) addSchema(name, schema, add)
  return found
}

/** The promises as the file of the last release keeps them, a subject a line. */
export const written = (promises: Promises): string =>
  [...promises]
    .map(([subject, words]) => `${subject}: ${[...words].toSorted().join(' ')}\n`)
    .toSorted()
    .join('')

/** The promises of that file of which something is missing in these, and what is missing. */
export function brokenPromises(released: string, promises: Promises): string[] {
  return released.split('\n').flatMap((line) => {
    const [subject = '', words = ''] = line.split(': ')
    const missing = words.split(' ').filter((word) => word !== '' && !promises.get(subject)?.has(word))
    return missing.map((word) => `${subject}: ${word}`)
  })
}

type Add = (subject: string, words: readonly string[]) => void

const list = (value: unknown) => (Array.isArray(value) ? (value as JsonSchema[]) : [])

const operationsOf = (paths: unknown) =>
  Object.entries(paths as Record<string, Record<string, JsonSchema>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

function addContent(subject: string, holder: unknown, add: Add): void {
  const content = isSchema(holder) && isSchema(holder.content) ? holder.content : {}
  for (const [type, media] of Object.entries(content)) {
    if (isSchema(media) && isSchema(media.schema)) addSchema(`${subject} ${type}`, media.schema, add)
  }
}

/** The codes of a refusal; none for another response. */
function codesOf({ content }: JsonSchema): string[] {
  const media = isSchema(content) ? content['application/json'] : undefined
  const schema = isSchema(media) && isSchema(media.schema) ? media.schema : {}
  const errors = list(schema.allOf).flatMap(({ properties }) => (isSchema(properties) ? [properties.error] : []))
  return errors.flatMap((error) => (isSchema(error) ? (error.enum as string[]) : []))
}

/** A part that has a name of its own counts as that name: its fields are promised under it. */
function addSchema(subject: string, schema: JsonSchema, add: Add): void {
  const { $ref, properties, required, items, enum: words, anyOf, type } = schema
  if (typeof $ref === 'string') add(subject, [$ref.split('/').at(-1) ?? ''])
  else if (isSchema(properties)) {
    const needed = new Set(required as string[] | undefined)
    for (const [name, part] of Object.entries(properties))
      addSchema(`${subject}.${name}${needed.has(name) ? '' : '?'}`, part as JsonSchema, add)
  } else if (isSchema(items)) addSchema(`${subject}[]`, items, add)
  else if (Array.isArray(anyOf)) for (const part of anyOf) addSchema(subject, part as JsonSchema, add)
  else if (Array.isArray(words)) add(subject, words.map(String))
  else add(subject, [schema.const ?? type ?? 'anything'].flat().map(String))
}
