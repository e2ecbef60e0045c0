import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Backlog } from '#events';
import type { OutboxWorker } from '#events/serving';
import type { MailInLoad } from '#mail-in';
import type { MailIn } from '#mail-in/serving';
import { type Clock, type Overload, type Runner, SECOND, systemClock, type TurnGate } from '#platform';
import type { Mailers, TransportLoad } from '#platform/serving';
import { type DatabaseParts, type FiguresReader, showDatabase } from './database-metrics.ts';
import { type Sample, showGauge, showSamples, showTotal, showTotals } from './gauge.ts';

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
    showGauge(registry, `nodejs_eventloop_lag_${name}_seconds`, 'How late timers were since the last scrape.', () => {
      const late = lag(value());
      if (name === 'max') delay.reset();
      return late;
    });
  return () => void delay.disable();
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
  const about = { name: 'kwit_mails_total', help: 'Messages, by outcome.', label: 'outcome' };
  showTotals(registry, about, () => ({ sent: mailers.tally.sent, failed: mailers.tally.failed }));
  showMailIn(registry, parts.mailIn, figures);
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

export interface OutboxParts {
  readonly runner: Runner;
  readonly worker: Pick<OutboxWorker, 'runtime'>;
  readonly figures: FiguresReader;
}

/** Registers what waits in the outbox and what was given up, by channel, and what this process has attempted. */
export function showOutbox(registry: Registry, { runner, worker, figures }: OutboxParts): void {
  const byChannel = (name: string, help: string, value: (backlog: Backlog) => number) =>
    showSamples(registry, { name, help, labelNames: ['channel'] }, async () =>
      ((await figures.read())?.backlog ?? []).map(
        (backlog): Sample => ({ value: value(backlog), labels: { channel: backlog.channel ?? '(none)' } }),
      ),
    );
  byChannel('kwit_outbox_waiting', 'Deliveries that are still to be made.', ({ waiting }) => waiting);
  byChannel('kwit_outbox_dead', 'Deliveries that were given up.', ({ dead }) => dead);
  byChannel('kwit_outbox_oldest_seconds', 'Age of the oldest of those that may be made now.', ({ oldest }) =>
    oldest === null ? 0 : Math.max(0, runner.clock.now() - Date.parse(oldest)) / 1000,
  );
  const paused = 'Webhooks that failed for five days and are called no more.';
  figures.show(registry, 'kwit_webhooks_paused', paused, ({ pausedWebhooks }) => pausedWebhooks);
  showGauge(registry, 'kwit_outbox_worker_running', 'Whether this process delivers: 1 or 0.', () =>
    worker.runtime.isRunning ? 1 : 0,
  );
  countAttempts(registry, worker);
}

function countAttempts(registry: Registry, { runtime }: OutboxParts['worker']): void {
  const help = 'Attempts of this process to deliver, by outcome.';
  showTotals(registry, { name: 'kwit_outbox_attempts_total', help, label: 'outcome' }, () => {
    const { processed_total: all, retried_total: failed, dead_letter_total: given_up } = runtime.snapshot;
    return { delivered: all - failed - given_up, failed, given_up };
  });
}

/** Registers what became of mails that came to this process, how many wait, and when the last came. */
export function showMailIn(registry: Registry, { counts }: Pick<MailIn, 'counts'>, figures: FiguresReader): void {
  const help = 'Mails that came to this process, by what became of them; duplicate for those that were there already.';
  showTotals(registry, { name: 'kwit_mail_in_total', help, label: 'state' }, () => counts);
  const sample = (name: string, help: string, value: (load: MailInLoad) => number | null) =>
    figures.show(registry, name, help, ({ mailIn }) => mailIn && value(mailIn));
  sample('kwit_mail_in_waiting', 'Mails that came in and were not worked on yet.', ({ waiting }) => waiting);
  sample('kwit_mail_in_last_received_timestamp', 'When the last mail came in, since 1970.', ({ last }) =>
    last === null ? null : Date.parse(last) / SECOND,
  );
  sample(
    'kwit_mail_in_canary_up',
    'Whether the last mail of the daily canary came back (1) or not (0).',
    ({ canary }) => (canary === null || canary.isBack === null ? null : Number(canary.isBack)),
  );
}
