import { Counter, Gauge, type Registry } from 'prom-client';
import type { Mailers } from '#platform';
import { type DatabaseParts, showDatabase } from './database-metrics.ts';
import { type OutboxParts, showOutbox } from './outbox-metrics.ts';

export interface ServiceParts extends DatabaseParts, Omit<OutboxParts, 'figures'> {
  readonly mailers: Mailers;
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
