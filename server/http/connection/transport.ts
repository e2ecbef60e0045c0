import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 } from 'uuid'
import type { ErrorBody, FailureCode } from '../../../contract/errors.ts'
import { SECOND } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { STATUS_CODES } from '../../node-http.ts'
import { SENTENCE, statusOf } from '../failure-status.ts'
import { INTERFACE_HEADERS } from '../security-headers.ts'
import { Connections } from './connections.ts'
import { UploadGate } from './upload-gate.ts'

const KB = 1024
const URL_LENGTH = 8 * KB
/** How long a body may take to arrive, in milliseconds; one with files may take as long as the server allows any. */
const BODY_TIME = 30 * SECOND
const UPLOAD_TIME = 120 * SECOND

/** What a form may have (docs/rules/files.md#forms); who reads it counts for itself, and refuses in its own words. */
const FORM = { parts: 30, fields: 20, fieldSize: 100 * KB, fieldNameSize: 100, files: 11, fileSize: 21 * KB * KB }

/** What Node refuses before there is a request, in our words. Anything else is no HTTP. */
const BROKEN: Readonly<Record<string, FailureCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

export interface TransportLoad {
  /** Requests that wait for the end of their answer. */
  readonly requests: number
  /** Forms with files that are being read. */
  readonly uploads: number
  /** Forms with files that wait for one of those to end. */
  readonly waitingUploads: number
}

/** What a connection may cost, and how one ends (docs/rules/service.md#limits, docs/rules/service.md#stop). */
export class Transport {
  readonly #connections = new Connections()
  readonly #gate = new UploadGate()

  /** For fastify: limits that the server keeps by itself. */
  readonly options = {
    bodyLimit: 256 * KB,
    requestTimeout: UPLOAD_TIME,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    http: { headersTimeout: 10 * SECOND, connectionsCheckingInterval: SECOND, maxHeaderSize: 16 * KB },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      this.#refuse(socket, BROKEN[error.code ?? ''] ?? 'validation_error'),
  }

  /** Before it is known who asks: the address, and how long the body takes. */
  admit(app: FastifyInstance): void {
    this.#connections.watch(app.server)
    app.addHook('preClose', async () => this.#connections.shut(app.server))
    app.addHook('onRequest', (request, reply, done) => {
      this.#connections.take(request.raw, reply.raw)
      if (hasBody(request) && !isForm(request)) this.#hurry(request)
      if (request.url.length > URL_LENGTH) return done(new Failure('url_too_long'))
      done(hasEmptyParameter(request) ? new Failure('not_found') : undefined)
    })
  }

  /** Once it is known who asks, and before a body with files is read. */
  async limitUploads(app: FastifyInstance): Promise<void> {
    app.addHook('onRequest', (request, reply, done) => {
      if (isForm(request)) this.#gate.enter(reply.raw, request.person.id).then(() => done(), done)
      else done(isFormAstray(request) ? new Failure('unsupported_media_type') : undefined)
    })
    await app.register(multipart, { limits: FORM })
  }

  /** How busy it is now. */
  get load(): TransportLoad {
    return { requests: this.#connections.running, uploads: this.#gate.running, waitingUploads: this.#gate.waiting }
  }

  /** To be registered last: whoever keeps answers open ends them first. */
  readonly drain = async (app: FastifyInstance): Promise<void> => {
    app.addHook('preClose', () => this.#connections.drain())
  }

  /** Cuts the connection when the body does not come in time. One that is there and that nobody reads has come. */
  #hurry({ raw }: FastifyRequest): void {
    const timer = setTimeout(() => {
      if (!raw.complete) this.#refuse(raw.socket, 'request_timeout')
    }, BODY_TIME)
    raw.once('close', () => clearTimeout(timer))
  }

  /** Where there is no request to answer: writes the refusal, if anybody can still read it, and ends the connection. */
  #refuse(socket: Socket, code: FailureCode): void {
    if (socket.writable && !this.#connections.hasBegunToAnswer(socket)) socket.write(bareAnswer(code))
    socket.destroySoon()
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** `/api/tickets/` is no ticket with a wrong id: it is no address of ours, as `/api/projects/` is none. */
const hasEmptyParameter = ({ params }: FastifyRequest): boolean =>
  Object.entries(params ?? {}).some(([name, part]) => name !== '*' && part === '')

const saysForm = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data/i.test(headers['content-type'] ?? '')

/** A form with files, on a route that takes them. */
const isForm = (request: FastifyRequest): boolean => saysForm(request) && request.routeOptions.config.form != null

/** The same on any other route, where nobody would look at its fields. */
const isFormAstray = (request: FastifyRequest): boolean =>
  saysForm(request) && hasBody(request) && !request.is404 && !isForm(request) && !ignoresForms(request)

const ignoresForms = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.ignoresForms === true

function bareAnswer(code: FailureCode): string {
  const message = code === 'validation_error' ? 'Send a well-formed HTTP/1.1 request.' : SENTENCE[code]
  const body: ErrorBody = { error: code, message, request_id: v7() }
  const text = JSON.stringify(body)
  const headers = {
    ...INTERFACE_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = statusOf(new Failure(code))
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}
