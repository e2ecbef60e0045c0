import { type Command, type CommandGroup, useAllCommands } from '../commands/registry.ts';
import { classes } from '../design/class-names.ts';
import { Dialog, DialogBody } from '../design/dialog.tsx';
import { Keys } from '../design/keys.tsx';
import { t } from '../texts/texts.ts';

const GROUPS: CommandGroup[] = ['go', 'list', 'ticket', 'app'];

/** The fields that send something handle that key, so it is no registered command. */
type Shown = Pick<Command, 'label' | 'group' | 'keys' | 'idle'>;

/** Every key that works on the current page. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const offered: Shown[] = useAllCommands().filter((command) => command.keys !== undefined);
  const commands = [...offered, { label: t('command.send'), group: 'app', keys: 'mod+enter' } satisfies Shown];
  return (
    <Dialog wide onClose={onClose} title={t('shortcuts.title')} description={t('shortcuts.lead')}>
      {offered.some(({ idle }) => idle) && <p className="px-5 text-sm text-muted">{t('shortcuts.choose')}</p>}
      <DialogBody>
        <div className="columns-1 gap-8 pb-3 sm:columns-2">
          {GROUPS.map((group) => {
            const members = commands.filter((command) => command.group === group);
            if (members.length === 0) return null;
            return (
              <section key={group} className="mb-4 break-inside-avoid">
                <h3 className="mb-1 text-sm font-semibold text-muted">{t(`commands.${group}`)}</h3>
                <dl>
                  {[...Map.groupBy(members, ({ label }) => label)].map(([label, same]) => (
                    <div
                      key={label}
                      className={classes('flex min-h-8 items-center gap-3 text-sm', same[0]?.idle && 'text-muted')}
                    >
                      <dt className="min-w-0 flex-1">{label}</dt>
                      {same.map(({ keys }) => (
                        <dd key={keys}>
                          <Keys keys={keys ?? ''} />
                        </dd>
                      ))}
                    </div>
                  ))}
                </dl>
              </section>
            );
          })}
        </div>
      </DialogBody>
    </Dialog>
  );
}
