import { Counter, type Registry } from 'prom-client';
import type { MailIn, MailInLoad } from '#mail-in';
import { SECOND } from '#platform';
import type { FiguresReader } from './database-metrics.ts';
import { showSamples } from './gauge.ts';

/** Registers what became of mails that came to this process, how many wait, and when the last came. */
export function showMailIn(registry: Registry, { counts }: Pick<MailIn, 'counts'>, figures: FiguresReader): void {
  registry.registerMetric(
    new Counter({
      name: 'kwit_mail_in_total',
      help: 'Mails that came to this process, by what became of them; duplicate for those that were there already.',
      labelNames: ['state'],
      registers: [],
      collect() {
        this.reset();
        for (const [state, count] of Object.entries(counts)) this.inc({ state }, count);
      },
    }),
  );
  const sample = (name: string, help: string, value: (load: MailInLoad) => number | null) =>
    showSamples(registry, { name, help }, async () => {
      const load = (await figures.read())?.mailIn ?? null;
      const read = load && value(load);
      return read === null ? [] : [{ value: read }];
    });
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
