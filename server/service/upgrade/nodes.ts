import {
  type Clock,
  type Connection,
  instant,
  mayStandBeside,
  Recurring,
  type RequestContext,
  type Runner,
  runBeside,
  SECOND,
  StartRefused,
  shifted,
  upgradingItems,
} from '#platform';
import type { RowOf } from '#records';
import { NodeStore } from './node-store.ts';

/** How often a node says that it lives, and after how long without a word it counts as gone, in milliseconds. */
const SIGN_EVERY_MS = 10 * SECOND;
const GONE_AFTER_MS = 60 * SECOND;

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'node', source: 'node', whileReadOnly: true };

/** A process that serves this Kwit. */
export type ServingNode = Omit<RowOf<'nodes'>, 'seen_at'>;

/** The sign of life of this process, for which another version looks before it changes the schema. */
export class SignOfLife extends Recurring {
  readonly #runner: Runner;
  readonly #node: ServingNode;

  constructor(runner: Runner, node: ServingNode) {
    super(SIGN_EVERY_MS);
    this.#runner = runner;
    this.#node = node;
  }

  async runDue(): Promise<void> {
    await this.#runner
      .write(CONTEXT, async (work) => {
        const nodes = work.of(NodeStore);
        await nodes.forget({ before: shifted(work.now, -GONE_AFTER_MS) });
        if (!(await nodes.sign({ id: this.#node.id, now: work.now })))
          await nodes.add({ ...this.#node, seen_at: work.now });
      })
      // A database that does not answer shows in /ready. The next sign comes soon.
      .catch(() => {});
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#runner.write(CONTEXT, (work) => work.of(NodeStore).delete(this.#node.id)).catch(() => {});
  }
}

interface OtherNode {
  readonly version: string;
  /** Names it to an operator. */
  readonly words: string;
}

/** The change of the schema from which on nodes leave signs of life. */
const SIGNS = '0063-nodes';

/** The versions before left no sign; this was the last of them. */
const LAST_WITHOUT_SIGN = '1.0.0';

/** How an upgrade is begun. */
export interface UpgradeManner {
  readonly version: string;
  /** To which version the database was brought last. */
  readonly previous: string | null;
  /** Whether other nodes may serve meanwhile, where the changes allow it (`--while-running`). */
  readonly whileRunning: boolean;
}

/** Nodes of other versions that live. On SQLite the lock of the folder keeps them away; a sign there is a killed process's. */
async function othersAlive(
  connection: Connection,
  missing: readonly string[],
  { version, previous }: UpgradeManner,
  clock: Clock,
): Promise<OtherNode[]> {
  const { namelessSessions } = connection.dialect;
  if (namelessSessions === null) return [];
  const signs = missing.includes(SIGNS) ? [] : await new NodeStore(connection).lastSeen();
  const gone = instant(clock.now() - GONE_AFTER_MS);
  const others = signs
    .filter((node) => node.version !== version && node.seen_at > gone)
    .map((node) => ({
      version: node.version,
      words: `node ${node.id}, Kwit ${node.version}, seen at ${node.seen_at}`,
    }));
  const [nameless] = await connection.rows(namelessSessions);
  if (nameless === undefined) return others;
  const of = previous ?? LAST_WITHOUT_SIGN;
  const words = `a session of PostgreSQL without application_name, as Kwit ${of} has, seen at ${nameless.seen_at}`;
  return [...others, { version: of, words }];
}

/**
 * Refuses to change a schema on which nodes of another version live, unless UPGRADING.json allows the pair, or the operator
 * does and the changes allow it.
 *
 * @throws StartRefused naming them.
 */
export async function refuseBesideOthers(
  connection: Connection,
  missing: readonly string[],
  manner: UpgradeManner,
  clock: Clock,
): Promise<void> {
  const { version, whileRunning } = manner;
  const items = upgradingItems();
  const others = await othersAlive(connection, missing, manner, clock);
  const barred = others.filter((other) => !mayStandBeside(items, version, other.version));
  const isAllowed = runBeside(missing);
  if (barred.length === 0 || (whileRunning && isAllowed)) return;
  const way = isAllowed
    ? ' These changes allow it to go on: --while-running.'
    : whileRunning
      ? ' These changes do not allow it to go on, --while-running or not.'
      : '';
  throw new StartRefused(
    `Kwit ${version} would change the schema, on which another version works:\n${barred.map(({ words }) => words).join('\n')}
Nothing was changed. Stop it first; it counts as gone ${GONE_AFTER_MS / SECOND} seconds after its last sign of life.${way}`,
  );
}
