import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface Call {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: string
  /** The ETag of an answer that the caller has already. */
  readonly etag?: string
}

/** The script of `npm start`, whose flags for Node are used here too. */
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string }
}
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FLAGS = /node (--.+) server\/main\.ts$/.exec(scripts.start)?.[1]?.split(' ') ?? []

/** The same call each time, or a function that gives the n-th of a series. */
export type Calls = Call | ((n: number) => Call)

export interface Latency {
  /** Milliseconds from sending the request to the last byte of its answer: the median and the 99th percentile. */
  readonly p50: number
  readonly p99: number
}

/** @returns the CPU time of a process and its threads so far, in microseconds. Linux keeps it to the nanosecond. */
export function cpuOf(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000
}

export function percentiles(milliseconds: readonly number[]): Latency {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

/** @returns a port of the loopback interface that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A server in a process of its own, so that its CPU time is not mixed with that of the clients. */
export class ServerProcess {
  /** Milliseconds from the start of the process to its first answer. */
  readonly ready: number
  readonly #child: ChildProcess
  readonly port: number
  readonly #agent: Agent
  #sent = 0

  private constructor(child: ChildProcess, port: number, agent: Agent, ready: number) {
    this.#child = child
    this.port = port
    this.#agent = agent
    this.ready = ready
  }

  /**
   * Starts a server on a port on which nothing listens, so that none that was left over answers for it.
   *
   * @param flags for Node, beside those of `npm start`. @throws Error when it ends instead of answering.
   */
  static async start(
    script: string,
    environment: Record<string, string>,
    { probe = '/health', flags = [] }: { probe?: string; flags?: readonly string[] } = {},
  ): Promise<ServerProcess> {
    const port = await freePort()
    const began = performance.now()
    const child = spawn(process.execPath, [...FLAGS, ...flags, script], {
      cwd: ROOT,
      env: { ...environment, PORT: String(port) },
      stdio: 'ignore',
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 64 })
    for (let attempt = 0; attempt < 6000; attempt++) {
      const served = new ServerProcess(child, port, agent, performance.now() - began)
      const isUp = await served.call({ method: 'GET', path: probe }).then(
        () => true,
        () => false,
      )
      if (isUp && child.exitCode === null) return new ServerProcess(child, port, agent, performance.now() - began)
      if (child.exitCode !== null) break
      await wait(5)
    }
    throw new Error(`${script} did not start.`)
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    this.#child.kill('SIGTERM')
    await once(this.#child, 'exit')
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** @returns its CPU time so far, user and system, in microseconds. */
  cpu(): number {
    return cpuOf(this.pid)
  }

  /** @returns its resident memory now, in MB. */
  memory(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]) / 1024
  }

  call(call: Call): Promise<string> {
    return this.answer(call).then(({ text }) => text)
  }

  answer({ method, path, token, body, etag }: Call): Promise<{ text: string; headers: IncomingHttpHeaders }> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(etag ? { 'if-none-match': etag } : {}),
      }
      const sent = request({ port: this.port, method, path, headers, agent: this.#agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if ((answer.statusCode ?? 500) < 300 || answer.statusCode === 304) resolve({ text, headers: answer.headers })
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** Has `clients` at once make `count` calls. @returns the CPU of the server for each call, in microseconds. */
  async slice(calls: Calls, count: number, clients: number): Promise<number> {
    const before = this.cpu()
    await this.latencies(calls, count, clients)
    return (this.cpu() - before) / count
  }

  /** Has `clients` at once make `count` calls. @returns how long each call took, in milliseconds. */
  async latencies(calls: Calls, count: number, clients: number): Promise<number[]> {
    const taken: number[] = []
    let left = count
    const client = async () => {
      while (left-- > 0) {
        const call = typeof calls === 'function' ? calls(this.#sent++) : calls
        const began = performance.now()
        await this.call(call)
        taken.push(performance.now() - began)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    return taken
  }

  /** Makes `rate` calls a second until `stop`, which returns how long each call took, in milliseconds. */
  atRate(calls: Calls, rate: number): { stop(): Promise<number[]> } {
    const taken: number[] = []
    const running = new Set<Promise<void>>()
    const began = performance.now()
    let sent = 0
    const one = async () => {
      const at = performance.now()
      await this.call(typeof calls === 'function' ? calls(this.#sent++) : calls)
      taken.push(performance.now() - at)
    }
    const timer = setInterval(() => {
      for (const due = ((performance.now() - began) / 1000) * rate; sent < due; sent++) {
        const call = one().finally(() => running.delete(call))
        running.add(call)
      }
    }, 1)
    return {
      async stop() {
        clearInterval(timer)
        await Promise.all(running)
        return taken
      },
    }
  }
}
