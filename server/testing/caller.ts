import assert from 'node:assert/strict'
import type { ErrorBody, FailureCode } from '../../contract/errors.ts'

/** The answer to a request, and assertions on it. */
export class Answer<T> {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer

  constructor(status: number, headers: Headers, bytes: Buffer) {
    this.status = status
    this.headers = headers
    this.bytes = bytes
  }

  get text(): string {
    return this.bytes.toString('utf8')
  }

  /** Asserts the status. @returns the body. */
  is(status: number): T {
    assert.equal(this.status, status, this.text.slice(0, 500))
    return this.bytes.length === 0 ? (undefined as T) : (JSON.parse(this.text) as T)
  }

  /** Asserts a refusal of that status and code. @returns its body. */
  isRefused(status: number, code: FailureCode): ErrorBody {
    const body = JSON.parse(this.text) as ErrorBody
    assert.deepEqual([this.status, body.error], [status, code], this.text.slice(0, 500))
    assert.equal(typeof body.message, 'string')
    assert.match(body.request_id, /^[0-9a-f-]{36}$/)
    const known = ['error', 'message', 'request_id', 'details', 'feature']
    assert.deepEqual(
      Object.keys(body).filter((key) => !known.includes(key)),
      [],
    )
    return body
  }

  /** Asserts a `validation_error`. @returns the paths that it names. */
  isInvalid(): string[] {
    const { details } = this.isRefused(400, 'validation_error')
    return [...new Set((details ?? []).map(({ path }) => path))].sort()
  }

  /** The address of the next page, if there is one. */
  get next(): string | null {
    return /^<([^>]+)>; rel="next"$/.exec(this.headers.get('link') ?? '')?.[1] ?? null
  }
}

type Extra = Record<string, string>

/** A client of the API, with a token or without. */
export class Caller {
  readonly address: string
  readonly token: string | null

  constructor(address: string, token: string | null = null) {
    this.address = address
    this.token = token
  }

  async send<T>(method: string, path: string, body?: string | FormData | null, extra: Extra = {}): Promise<Answer<T>> {
    const headers = { ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...extra }
    const answer = await fetch(this.address + path, { method, headers, body: body ?? null })
    return new Answer<T>(answer.status, answer.headers, Buffer.from(await answer.arrayBuffer()))
  }

  get<T>(path: string, extra?: Extra): Promise<Answer<T>> {
    return this.send('GET', path, null, extra)
  }

  put<T = void>(path: string, body?: object, extra?: Extra): Promise<Answer<T>> {
    return this.#sendJson('PUT', path, body, extra)
  }

  delete(path: string, extra?: Extra): Promise<Answer<void>> {
    return this.send('DELETE', path, null, extra)
  }

  post<T>(path: string, body?: object, extra?: Extra): Promise<Answer<T>> {
    return this.#sendJson('POST', path, body, extra)
  }

  patch<T>(path: string, body?: object, extra?: Extra): Promise<Answer<T>> {
    return this.#sendJson('PATCH', path, body, extra)
  }

  #sendJson<T>(method: string, path: string, body?: object, extra: Extra = {}): Promise<Answer<T>> {
    if (body === undefined || body instanceof FormData) return this.send(method, path, body, extra)
    return this.send(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...extra })
  }
}
