import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MailIn } from '#mail-in';
import {
  type Clock,
  type Mailers,
  type Overload,
  SECOND,
  systemClock,
  type TransportLoad,
  type TurnGate,
} from '#platform';
import { type DatabaseParts, showDatabase } from './database-metrics.ts';
import { showGauge, showTotal } from './gauge.ts';
import { showMailIn } from './mail-in-metrics.ts';
import { type OutboxParts, showOutbox } from './outbox-metrics.ts';

/** How a call of a tool ended: done, the user was asked, refused, or failed by our fault. */
export type McpOutcome = 'done' | 'asked' | 'refused' | 'failed';

/** Registers how many calls of tools there were. @returns what counts one. */
export function countMcpCalls(registry: Registry): (tool: string, outcome: McpOutcome) => void {
  const calls = new Counter({
    name: 'kwit_mcp_calls_total',
    help: 'Calls of tools through /mcp, by outcome.',
    labelNames: ['tool', 'outcome'],
    registers: [registry],
  });
  return (tool, outcome) => calls.inc({ tool, outcome });
}

/** How often Node samples the event loop, in milliseconds. The delays that it reports include this. */
const RESOLUTION_MS = 20;

/**
 * Registers the resources that the process uses, and the lag of its event loop since the last scrape. The library's own
 * `collectDefaultMetrics` starts observers that nothing stops, and names the lag differently.
 *
 * @returns a function that stops sampling the event loop.
 */
export function showProcess(registry: Registry, clock: Clock): () => void {
  const startedAt = clock.now() / 1000 - process.uptime();
  const gauge = (name: string, help: string, read: () => number) => showGauge(registry, name, help, read);
  gauge('process_start_time_seconds', 'When the process started, since 1970.', () => startedAt);
  const ahead = () => (systemClock.now() - clock.now()) / SECOND;
  gauge('kwit_clock_ahead_seconds', 'How far the clock of the machine is ahead of the time of Kwit.', ahead);
  gauge('process_resident_memory_bytes', 'Memory in RAM.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed);
  gauge('nodejs_external_memory_bytes', 'Memory outside the heap: buffers.', () => process.memoryUsage().external);
  showTotal(registry, 'process_cpu_seconds_total', 'CPU time, user and system.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  });
  showTotal(registry, 'nodejs_eventloop_active_seconds_total', 'Time in which the event loop had work.', () => {
    return performance.eventLoopUtilization().active / 1000;
  });
  return showEventLoopLag(registry);
}

function showEventLoopLag(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1_000_000 - RESOLUTION_MS) / 1000 || 0;
  // The names that programs on Node have; the last to be read begins the next time.
  const figures = { p50: () => delay.percentile(50), p99: () => delay.percentile(99), max: () => delay.max };
  for (const [name, value] of Object.entries(figures))
    registry.registerMetric(
      new Gauge({
        name: `nodejs_eventloop_lag_${name}_seconds`,
        help: 'How late timers were since the last scrape.',
        registers: [],
        collect() {
          this.set(lag(value()));
          if (name === 'max') delay.reset();
        },
      }),
    );
  return () => {
    delay.disable();
  };
}

export interface ServiceParts extends DatabaseParts, Omit<OutboxParts, 'figures'> {
  readonly mailers: Mailers;
  readonly mailIn: Pick<MailIn, 'counts'>;
  readonly version: string;
}

/** Registers the version of Kwit, its database and its outbox, and how many mails it sent. */
export function showService(registry: Registry, parts: ServiceParts): void {
  const { database, mailers, version } = parts;
  const registers = [registry];
  const which = { version, node: process.version, database: database.dialect.name };
  const labelNames = ['version', 'node', 'database'];
  new Gauge({ name: 'kwit_info', help: 'Which Kwit this is.', labelNames, registers }).set(which, 1);
  const figures = showDatabase(registry, parts);
  showOutbox(registry, { ...parts, figures });
  showMails(registry, mailers);
  showMailIn(registry, parts.mailIn, figures);
}

function showMails(registry: Registry, mailers: Mailers): void {
  registry.registerMetric(
    new Counter({
      name: 'kwit_mails_total',
      help: 'Messages, by outcome.',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset();
        this.inc({ outcome: 'sent' }, mailers.tally.sent);
        this.inc({ outcome: 'failed' }, mailers.tally.failed);
      },
    }),
  );
}

/** Upper bounds in seconds: most answers take less than ten milliseconds, an upload may take two minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Measures this process until the app closes. The other modules of metrics/ add to the registry that it gives. */
export function measure(app: FastifyInstance, parts: ServiceParts & { readonly clock: Clock }): Registry {
  const registry = new Registry();
  countRequests(app, registry);
  showService(registry, parts);
  const stopWatching = showProcess(registry, parts.clock);
  app.addHook('onClose', async () => stopWatching());
  return registry;
}

/** Counts each request when its answer is out, by route pattern and never by address. Requests without a route share one name. */
function countRequests(app: FastifyInstance, registry: Registry): void {
  const answers = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by class of status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const { url: route = '(none)' } = routeOptions;
    answers.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` });
    durations.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
}

/** Registers how many requests and uploads there are at the moment of a scrape. */
export function showTransport(registry: Registry, transport: { readonly load: TransportLoad }): void {
  const gauge = (name: string, help: string, read: (load: TransportLoad) => number) =>
    showGauge(registry, name, help, () => read(transport.load));
  gauge('kwit_requests_running', 'Requests that wait for the end of their answer.', ({ requests }) => requests);
  gauge('kwit_uploads_running', 'Forms with files that are being read.', ({ uploads }) => uploads);
  gauge('kwit_uploads_bytes', 'What those take up; at most 160 MB.', ({ uploadBytes }) => uploadBytes);
  gauge('kwit_uploads_waiting', 'Forms with files that wait for room.', (load) => load.waitingUploads);
}

interface Turns {
  readonly reads: Pick<TurnGate, 'running' | 'waiting' | 'turns' | 'crowded'>;
  readonly others: Pick<TurnGate, 'waiting' | 'crowded'>;
  readonly overload: Pick<Overload, 'shed'>;
}

/** Registers how many operations take or wait for their turn at the moment of a scrape, and how many there have been. */
export function showTurns(registry: Registry, { reads, others, overload }: Turns): void {
  const refused = 'Requests refused at once, because more was asked than the service can do.';
  showGauge(registry, 'kwit_reads_running', 'Searches and long lists that are being read.', () => reads.running);
  showGauge(registry, 'kwit_reads_waiting', 'Searches and long lists that wait for their turn.', () => reads.waiting);
  showTotal(registry, 'kwit_reads_total', 'Searches and long lists that have had their turn.', () => reads.turns);
  showGauge(registry, 'kwit_turns_waiting', 'All else that waits for its turn.', () => others.waiting);
  showTotal(registry, 'kwit_requests_shed_total', refused, () => overload.shed + reads.crowded + others.crowded);
}
