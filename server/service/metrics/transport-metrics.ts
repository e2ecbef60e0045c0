import type { Registry } from 'prom-client';
import type { ReadGate, TransportLoad } from '#platform';
import { showGauge, showTotal } from './gauge.ts';

/** Registers how many requests and uploads there are at the moment of a scrape. */
export function showTransport(registry: Registry, transport: { readonly load: TransportLoad }): void {
  const gauge = (name: string, help: string, read: (load: TransportLoad) => number) =>
    showGauge(registry, name, help, () => read(transport.load));
  gauge('kwit_requests_running', 'Requests that wait for the end of their answer.', ({ requests }) => requests);
  gauge('kwit_uploads_running', 'Forms with files that are being read.', ({ uploads }) => uploads);
  gauge('kwit_uploads_bytes', 'What those take up; at most 160 MB.', ({ uploadBytes }) => uploadBytes);
  gauge('kwit_uploads_waiting', 'Forms with files that wait for room.', (load) => load.waitingUploads);
}

/** Registers how many expensive reads there are at the moment of a scrape, and how many there have been. */
export function showReads(registry: Registry, reads: Pick<ReadGate, 'running' | 'waiting' | 'turns'>): void {
  showGauge(registry, 'kwit_reads_running', 'Searches and long lists that are being read.', () => reads.running);
  showGauge(registry, 'kwit_reads_waiting', 'Searches and long lists that wait for their turn.', () => reads.waiting);
  showTotal(registry, 'kwit_reads_total', 'Searches and long lists that have had their turn.', () => reads.turns);
}
