import { MOST_CORES_OF_OTHERS } from './disturbance.ts';
import type { Latency } from './measuring.ts';

export interface Figures {
  readonly scenario: string;
  /** Bytes of the answer. */
  readonly size: number;
  /** CPU of a request in microseconds: of the bare server, of Kwit, and of the database's own processes. */
  readonly floor: number;
  readonly service: number;
  readonly database: number;
  /** To the floor at its best. */
  readonly ratio: number;
  /** How many cores processes of others used meanwhile. */
  readonly others: number;
  readonly target: number | null;
  readonly targetMs: number | null;
  readonly alone?: Latency;
  readonly concurrent?: Latency;
  /** The writes beside the 16 clients. */
  readonly writes?: Latency;
}

export interface Run {
  readonly database: string;
  readonly tickets: number;
  /** Milliseconds from the start of the process until it is ready. */
  readonly ready: number;
  /** MB resident after all scenarios. */
  readonly memory: number;
  readonly figures: readonly Figures[];
  /** Why works have no figures, or not all. */
  readonly failures: readonly string[];
}

const thousands = (value: number): string => Math.round(value).toLocaleString('en');
const latencyCell = (latency?: Latency): string =>
  latency ? `${latency.p50.toFixed(1)}/${latency.p99.toFixed(1)}` : '';

/** A ratio, or nothing when others disturbed it. */
const ratioCell = ({ ratio, others }: Figures): string => (others > MOST_CORES_OF_OTHERS ? '–' : ratio.toFixed(1));

const withTarget = (cell: string, target: number | null): string => (target === null ? cell : `${cell} (${target})`);

/** Whether a work reached its target, and by which figure; null when nobody can know. */
function verdictOf({ ratio, others, target, targetMs, alone }: Figures): { isReached: boolean; words: string } | null {
  if (target !== null)
    return others > MOST_CORES_OF_OTHERS
      ? null
      : { isReached: ratio <= target, words: `${ratio.toFixed(1)} for ${target}` };
  if (targetMs === null || alone === undefined) return null;
  return { isReached: alone.p50 <= targetMs, words: `${alone.p50.toFixed(1)} ms for ${targetMs}` };
}

/** Says which targets were reached, which were not, and which nobody can tell. */
function verdict(figures: readonly Figures[]): string {
  const held = figures.filter(({ target, targetMs }) => target !== null || targetMs !== null);
  const verdicts = held.flatMap((figure) => {
    const outcome = verdictOf(figure);
    return outcome ? [{ name: figure.scenario, ...outcome }] : [];
  });
  const missed = verdicts.filter(({ isReached }) => !isReached);
  const list = missed.map(({ name, words }) => `${name} (${words})`).join('; ');
  const unknown = held.filter((figure) => verdictOf(figure) === null).map(({ scenario }) => scenario);
  return [
    `Reached: ${verdicts.length - missed.length} of ${held.length} targets.`,
    ...(missed.length > 0 ? [`Not reached: ${list}.`] : []),
    ...(unknown.length > 0 ? [`Not known, because others ran or it was not measured: ${unknown.join('; ')}.`] : []),
  ].join(' ');
}

/** A row of the page stands for a kind: all searches, and similar answers to a title or a long text whoever asks. */
const KIND = /^(search|similar answers, [^,]+), .*/;

/** The dearest scenario of each kind, under the name of the kind. */
export const dearestOfKinds = (figures: readonly Figures[]): Figures[] =>
  [...Map.groupBy(figures, ({ scenario }) => scenario.replace(KIND, '$1'))].map(([scenario, ofKind]) => ({
    ...ofKind.reduce((dearest, other) =>
      other.service + other.database > dearest.service + dearest.database ? other : dearest,
    ),
    scenario,
  }));

/** Writes a run as a table in Markdown, with a row for each of the `shown` figures; the verdict is on all. */
export function table({ database, tickets, ready, memory, figures, failures }: Run, shown = figures): string {
  const isRemote = database !== 'sqlite';
  const head = ['scenario', 'Kwit µs', ...(isRemote ? ['database µs'] : []), 'ratio', 'ms alone', 'ms among others'];
  const rows = shown.map((figure) => [
    figure.scenario,
    thousands(figure.service),
    ...(isRemote ? [thousands(figure.database)] : []),
    withTarget(ratioCell(figure), figure.target),
    withTarget(latencyCell(figure.alone), figure.target === null ? figure.targetMs : null),
    [figure.concurrent, figure.writes].map(latencyCell).filter(Boolean).join(', '),
  ]);
  return [
    `### ${isRemote ? 'PostgreSQL' : 'SQLite'}, ${thousands(tickets)} tickets`,
    `Ready after ${thousands(ready)} ms; ${thousands(memory)} MB resident under load.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    verdict(figures),
    ...failures.map((failure) => `Failed: ${failure}`),
    '',
  ].join('\n');
}
