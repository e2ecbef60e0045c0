import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

/** Clock ticks of CPU time a second, as Linux counts them for every process. */
const TICKS = 100

export interface Call {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: string
}

/** A server in a process of its own, of which only the CPU time counts. */
export class Served {
  readonly #child: ChildProcess
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 })

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.#port = port
  }

  static async start(script: string, port: number, environment: Record<string, string>): Promise<Served> {
    const child = spawn(process.execPath, [script], { env: { ...environment, PORT: String(port) }, stdio: 'ignore' })
    const served = new Served(child, port)
    for (let attempt = 0; attempt < 200; attempt++) {
      if (
        await served.call({ method: 'GET', path: '/health' }).then(
          () => true,
          () => false,
        )
      )
        return served
      await new Promise((resolve) => setTimeout(resolve, 50))
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

  /** CPU time so far, user and system, in microseconds. */
  cpu(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1_000_000
  }

  call({ method, path, token, body }: Call): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      }
      const sent = request({ port: this.#port, method, path, headers, agent: this.#agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if ((answer.statusCode ?? 500) < 300) resolve(text)
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** CPU microseconds of the server for each of so many calls, made by so many clients at once. */
  async slice(call: Call, calls: number, clients: number): Promise<number> {
    const before = this.cpu()
    let left = calls
    const client = async () => {
      while (left-- > 0) await this.call(call)
    }
    await Promise.all(Array.from({ length: clients }, client))
    return (this.cpu() - before) / calls
  }
}
