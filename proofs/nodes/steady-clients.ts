import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { TicketCreated } from '../../contract/tickets.ts';
import type { Caller } from '../../server/testing/caller.ts';
import { DRAFT } from '../../server/testing/cast.ts';

/** How long a client rests after each answer, in milliseconds: like people, and so that the machine has room to restart nodes. */
const REST_MS = 100;

/**
 * Clients that read their list and comment on a ticket of their own in turns, through a balancer. They send nothing twice:
 * what fails has failed.
 */
export class SteadyClients {
  readonly #caller: Caller;
  readonly #clients: readonly Promise<void>[];
  readonly #agents: Agent[] = [];
  #isOver = false;
  /** Requests that were answered as they should be. */
  answered = 0;
  /** Comments that were acknowledged. */
  commented = 0;
  /** The outcome of each of the others: a status, or the code of an error, with the kind of the client. */
  readonly failed: string[] = [];

  private constructor(caller: Caller, tickets: readonly TicketCreated[]) {
    this.#caller = caller;
    this.#clients = tickets.map((ticket, n) => this.#live(ticket, n % 2 === 0 ? this.#keeping() : false));
  }

  /** @param count clients that keep their connection, and as many that take a new one for each request. */
  static async start(caller: Caller, count: number): Promise<SteadyClients> {
    const tickets: TicketCreated[] = [];
    for (let n = 0; n < count * 2; n++) tickets.push((await caller.post<TicketCreated>('/api/tickets', DRAFT)).is(201));
    return new SteadyClients(caller, tickets);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    for (const agent of this.#agents) agent.destroy();
  }

  #keeping(): Agent {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.#agents.push(agent);
    return agent;
  }

  async #live({ id }: TicketCreated, agent: Agent | false): Promise<void> {
    const comment = JSON.stringify({ content: 'Still here.' });
    for (let n = 0; !this.#isOver; n++) {
      const isRead = n % 2 === 0;
      const outcome = await (isRead
        ? this.#ask(agent, 'GET', '/api/tickets?limit=5')
        : this.#ask(agent, 'POST', `/api/tickets/${id}/comments`, comment));
      if (outcome === 201) this.commented += 1;
      if (outcome === 200 || outcome === 201) this.answered += 1;
      else this.failed.push(`${isRead ? 'GET' : 'POST'} ${agent ? 'kept' : 'new'}: ${outcome}`);
      await wait(REST_MS);
    }
  }

  /** @returns the status of the answer, once it has come whole, or the code of the error. */
  #ask(agent: Agent | false, method: string, path: string, body = ''): Promise<number | string> {
    return new Promise((resolve) => {
      const json = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {};
      const headers = { authorization: `Bearer ${this.#caller.token}`, ...json };
      const fails = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
      const sent = request(this.#caller.address + path, { method, headers, agent }, (answer) => {
        let said = '';
        answer.setEncoding('utf8').on('data', (text) => (said += text));
        answer.on('error', fails);
        answer.on('end', () => resolve(answer.complete ? outcomeOf(answer, said) : 'cut'));
      });
      sent.on('error', fails).end(body);
    });
  }
}

/** The status of an answer; of a refusal what it says as well, so that a balancer's is told from a node's. */
const outcomeOf = ({ statusCode = 0 }: IncomingMessage, said: string): number | string =>
  statusCode < 300 ? statusCode : `${statusCode} ${said.slice(0, 200)}`;
