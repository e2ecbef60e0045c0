import { randomUUIDv7 } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, FailureCode } from '#contract/errors.ts';
import { MINUTE, SECOND } from '../../clock.ts';
import { Failure, invalidField } from '../../failure.ts';
import { INTERFACE_HEADERS } from '../headers.ts';
import { SENTENCE, statusOf } from '../refusals.ts';
import { Connections, dropUnreadBodies } from './connections.ts';
import { UploadGate } from './upload-gate.ts';

/** A balancer sends it with each request if it asks another node wherever this one answers a read with 502. */
const HEADER = 'x-next-upstream';
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Answers reads with 502 while the service stops, to balancers that then ask another node: nginx asks no `/ready`, and
 * leaves a node out only after a request has failed there (docs/rules/service.md#stop).
 *
 * @param isStopping whether the service has been asked to stop; its port may still be open.
 */
export function handOverReads(app: FastifyInstance, isStopping: () => boolean): void {
  // Without a promise: every request passes here.
  app.addHook('onRequest', ({ method, headers }, reply, next) => {
    if (isStopping() && headers[HEADER] !== undefined && READS.has(method)) reply.code(502).send();
    else next();
  });
}

const KB = 1024;
const BODY_LIMIT = 256 * KB;
const MAX_URL_LENGTH = 8 * KB;
/** For an address that carries a text. Most letters of a text are one byte of it, others three or six. */
const MAX_URL_LENGTH_WITH_TEXT = 64 * KB;
const MAX_HEADER_SIZE = 16 * KB;
/** How long a body may take to arrive, in milliseconds. */
const BODY_TIMEOUT_MS = 30 * SECOND;
/** For a form with files. */
const UPLOAD_TIMEOUT_MS = 120 * SECOND;
/** How slow a form with files may be: after 5 seconds, each further second takes 16 KB. */
const LEAST_SPEED = { graceMs: 5 * SECOND, bytesPerMs: (16 * KB) / SECOND };

/**
 * The parser's limits of a form (docs/rules/files.md#forms). `receiveFiles` counts too, with lower limits and better
 * messages.
 */
const FORM_LIMITS = {
  parts: 30,
  fields: 20,
  fieldSize: 100 * KB,
  fieldNameSize: 100,
  files: 11,
  fileSize: 21 * KB * KB,
};

/** The errors of Node's parser, as codes of the contract. With any other error the bytes are no HTTP. */
const PARSER_ERRORS: Readonly<Record<string, FailureCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export interface TransportLoad {
  /** Requests that wait for the end of their answer. */
  readonly requests: number;
  /** Forms with files that are being read. */
  readonly uploads: number;
  /** Bytes that those take up. */
  readonly uploadBytes: number;
  /** Forms with files that wait for room. */
  readonly waitingUploads: number;
}

/** Limits what a connection may cost, and ends connections when the service stops (docs/rules/service.md#limits, docs/rules/service.md#stop). */
export class Transport {
  readonly #connections = new Connections();
  readonly #gate = new UploadGate();
  readonly #isStopping: () => boolean;

  /** @param isStopping whether the service has been asked to stop; its port may still be open. */
  constructor(isStopping: () => boolean) {
    this.#isStopping = isStopping;
  }

  /** Options for Fastify: the limits that the server keeps by itself. */
  readonly options = {
    bodyLimit: BODY_LIMIT,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    http: {
      headersTimeout: 10 * SECOND,
      connectionsCheckingInterval: SECOND,
      maxHeaderSize: MAX_URL_LENGTH_WITH_TEXT + MAX_HEADER_SIZE,
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      this.#refuse(socket, PARSER_ERRORS[error.code ?? ''] ?? 'validation_error'),
  };

  /** Limits the address and the time of the body. Register it before authentication. */
  limitRequests(app: FastifyInstance): void {
    this.#connections.watch(app.server);
    dropUnreadBodies(app);
    endSlowReading(app);
    app.addHook('preClose', () => this.#connections.stopAccepting(app.server));
    app.addHook('onRequest', (request, reply, done) => {
      const mayGoOn = this.#connections.begin(request.raw, reply.raw, this.#isStopping());
      if (hasBody(request) && !takesRoom(request)) this.#limitBodyTime(request, reply);
      const tooLong = tooLongFor(request);
      // As where the parser refuses it, the connection ends.
      if (tooLong === 'headers_too_large') reply.header('connection', 'close');
      const refusal = tooLong ?? (hasEmptyParameter(request) ? 'not_found' : null);
      const failure = refusal ? new Failure(refusal) : hasTwoHosts(request) ? twoHosts() : undefined;
      const go = () => done(failure);
      if (mayGoOn) void mayGoOn.then(go);
      else go();
    });
  }

  /** Limits how much is uploaded at once, and how slowly, once it is settled who may upload. Strangers share the room of one person. */
  async limitUploads(app: FastifyInstance): Promise<void> {
    app.addHook('onRequest', (request, _, done) =>
      done(isUnexpectedForm(request) ? new Failure('unsupported_media_type') : undefined),
    );
    app.addHook('preParsing', (request, reply, payload, done) => {
      if (!takesRoom(request)) return done(null, payload);
      this.#gate.enter(reply.raw, request.signedIn?.id ?? 'strangers', contentLengthOf(request)).then(() => {
        this.#limitSlowness(request, reply);
        done(null, payload);
      }, done);
    });
    await app.register(multipart, { limits: FORM_LIMITS });
  }

  /** How busy it is now. */
  get load(): TransportLoad {
    const { running: uploads, bytes: uploadBytes, waiting: waitingUploads } = this.#gate;
    return { requests: this.#connections.running, uploads, uploadBytes, waitingUploads };
  }

  /** Ends all connections at the stop. Register it last: the live stream ends its answers before. */
  readonly drain = async (app: FastifyInstance): Promise<void> => {
    app.addHook('preClose', () => this.#connections.drain());
  };

  /** Refuses and cuts the connection when the body does not arrive in time. */
  #limitBodyTime({ raw }: FastifyRequest, reply: FastifyReply): void {
    const timer = setTimeout(() => {
      if (!raw.complete && !reply.sent) this.#refuse(raw.socket, 'request_timeout');
    }, BODY_TIMEOUT_MS);
    reply.raw.once('close', () => clearTimeout(timer));
  }

  /** Refuses and cuts the connection when a body comes slower than it may. A form waits unread until there is room for it. */
  #limitSlowness({ raw }: FastifyRequest, reply: FastifyReply): void {
    const { socket } = raw;
    const before = socket.bytesRead;
    let allowed: number = LEAST_SPEED.graceMs;
    const look = () => {
      const until = LEAST_SPEED.graceMs + (socket.bytesRead - before) / LEAST_SPEED.bytesPerMs;
      if (raw.complete || reply.sent) return;
      if (until <= allowed) return this.#refuse(socket, 'request_timeout');
      timer = setTimeout(look, until - allowed);
      allowed = until;
    };
    let timer = setTimeout(look, allowed);
    reply.raw.once('close', () => clearTimeout(timer));
  }

  /** Refuses where Fastify has no reply to use: writes the refusal to the socket, if it is open, and ends the connection. */
  #refuse(socket: Socket, code: FailureCode): void {
    if (socket.writable && !this.#connections.hasBegunToAnswer(socket)) socket.write(rawResponse(code));
    socket.destroySoon();
  }
}

/** Which limit the head of a request is over. An address that may be long does not count among the headers. */
function tooLongFor({ url, raw, routeOptions }: FastifyRequest): FailureCode | null {
  const { takesText = false } = routeOptions.config;
  const size = raw.rawHeaders.reduce((sum, { length }) => sum + length, takesText ? 0 : url.length);
  if (size >= MAX_HEADER_SIZE) return 'headers_too_large';
  return url.length > (takesText ? MAX_URL_LENGTH_WITH_TEXT : MAX_URL_LENGTH) ? 'url_too_long' : null;
}

/** A proxy may read one, and Kwit the other (RFC 9112 § 3.2). */
const hasTwoHosts = ({ raw: { rawHeaders } }: FastifyRequest): boolean =>
  rawHeaders.filter((name, place) => place % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length > 1;

const twoHosts = () => invalidField('host', 'unique', 'Send one header Host.');

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

const contentLengthOf = ({ headers }: FastifyRequest): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

/** `/api/tickets/` names no ticket with a wrong id: Kwit has no such address, as it has no `/api/projects/`. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  const parts = params as Readonly<Record<string, string>>;
  for (const name in parts) if (name !== '*' && parts[name] === '') return true;
  return false;
}

const saysForm = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data/i.test(headers['content-type'] ?? '');

/** Whether a route that takes forms gets one. */
const isForm = (request: FastifyRequest): boolean => saysForm(request) && request.routeOptions.config.form != null;

/** Whether so much comes in that it waits for room: a form with files, or a body of a route that takes large ones. */
const takesRoom = (request: FastifyRequest): boolean => isForm(request) || isLarge(request);

const isLarge = (request: FastifyRequest): boolean =>
  request.routeOptions.bodyLimit > BODY_LIMIT &&
  hasBody(request) &&
  (contentLengthOf(request) ?? BODY_LIMIT + 1) > BODY_LIMIT;

/** Whether another route gets a form, whose fields it would not read. */
const isUnexpectedForm = (request: FastifyRequest): boolean =>
  saysForm(request) && hasBody(request) && !request.is404 && !isForm(request) && !ignoresForms(request);

const ignoresForms = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.ignoresForms === true;

/** A whole HTTP response, as text. */
function rawResponse(code: FailureCode): string {
  const message = code === 'validation_error' ? 'Send a well-formed HTTP/1.1 request.' : SENTENCE[code];
  const body: ErrorBody = { error: code, message, request_id: randomUUIDv7() };
  const text = JSON.stringify(body);
  const headers = {
    ...INTERFACE_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = statusOf(new Failure(code));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}

/** How slowly a table or an archive may be read: in each minute in which it waits for its reader, 64 KB a second. */
const LEAST = { windowMs: MINUTE, bytes: (64 * KB * MINUTE) / SECOND };

/**
 * Counts how fast a reader is, and only while something waits for them: how long Kwit takes to make it is not theirs.
 *
 * @param windowMs, bytes they have to take so many bytes in so many milliseconds of waiting.
 */
export class ReadingSpeed {
  #waitedMs = 0;
  #sentBefore = 0;

  /**
   * @param waits whether something waits for the reader now. @param ms how long it is since the last look.
   * @param sent how many bytes they have taken in all.
   * @returns whether they are too slow.
   */
  isTooSlow(waits: boolean, ms: number, sent: number): boolean {
    if (waits) this.#waitedMs += ms;
    if (this.#waitedMs < LEAST.windowMs) return false;
    const isTooSlow = sent - this.#sentBefore < LEAST.bytes;
    this.#waitedMs = 0;
    this.#sentBefore = sent;
    return isTooSlow;
  }
}

/**
 * Ends tables and archives that are read too slowly (docs/rules/service.md#slow-readers): as long as one is read, it holds what
 * it is made from. They come in small pieces, by whose leaving a reader's progress is seen.
 */
export function endSlowReading(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw, routeOptions }, reply, payload, done) => {
    const { isFile = false, expensive = false } = routeOptions.config;
    if (isFile && expensive && payload instanceof Readable) watch(raw.socket, (stop) => reply.raw.once('close', stop));
    done(null, payload);
  });
}

function watch(socket: Socket, onEnd: (stop: () => void) => void): void {
  const speed = new ReadingSpeed();
  const begun = takenFrom(socket);
  const look = () => {
    if (speed.isTooSlow(socket.writableLength > 0, SECOND, takenFrom(socket) - begun)) socket.destroy();
    else timer = setTimeout(look, SECOND);
  };
  let timer = setTimeout(look, SECOND);
  onEnd(() => clearTimeout(timer));
}

/** `bytesWritten` also counts what waits. */
const takenFrom = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength;
