/** The switch that makes Kwit read-only (docs/rules/service.md#read-only): a row that every node obeys. */
import {
  type Actor,
  type CommandParts,
  type Connection,
  compiled,
  contextOf,
  deleteBy,
  insertOnce,
  readTyped,
  Store,
  type TerminalCommand,
  type Work,
} from '#platform';
import { recordAudit } from '#settings';

const NAME = 'read only';

const since = compiled((db) => db.selectFrom('chores').select('began_at').where('name', '=', NAME));
const switchOn = insertOnce('chores');
const switchOff = deleteBy('chores', 'name');

class ReadOnlyStore extends Store {
  readonly since = this.first(since);
  readonly switchOn = this.changesAny(switchOn);
  readonly switchOff = this.changesAny(switchOff);
}

/** Whether the switch is on. */
export const isReadOnly = async (connection: Connection): Promise<boolean> =>
  (await connection.first(since)) !== undefined;

const CONTEXT = { ...contextOf('read-only'), whileReadOnly: true };

const SWITCH: Readonly<Record<'on' | 'off', (work: Work<Actor>) => Promise<boolean>>> = {
  on: (work) => work.of(ReadOnlyStore).switchOn({ name: NAME, began_at: work.now }),
  off: (work) => work.of(ReadOnlyStore).switchOff({ name: NAME }),
};

const turning =
  (verb: 'on' | 'off'): TerminalCommand =>
  async (parts) => {
    await parts.runner.write(CONTEXT, async (work) => {
      if (await SWITCH[verb](work)) await recordAudit(work, 'settings.changed', null, { names: ['read_only'] });
    });
    return tell(parts);
  };

async function tell({ runner, config, say }: CommandParts): Promise<boolean> {
  const row = await runner.read(CONTEXT, (work) => work.of(ReadOnlyStore).since());
  if (row !== undefined) say(`Kwit is read-only since ${row.began_at}: it takes no changes, mails and webhooks wait.`);
  else if (config.readOnly) say('The switch is off, but processes with READ_ONLY=1 take no changes.');
  else say('Kwit takes changes.');
  return true;
}

/** Reads the word after `kwit read-only`. @returns null when it is none of `on`, `off` and `status`. */
export function readReadOnly(args: readonly string[]): TerminalCommand | null {
  const [verb, ...rest] = readTyped(args, {})?.positionals ?? [];
  if (rest.length > 0) return null;
  if (verb === 'on' || verb === 'off') return turning(verb);
  return verb === 'status' ? tell : null;
}
