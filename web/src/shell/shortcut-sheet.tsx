import { type CommandGroup, useAllCommands } from '../commands/registry.ts'
import { Dialog, DialogBody } from '../design/dialog.tsx'
import { Keys } from '../design/keys.tsx'
import { t } from '../texts/texts.ts'

const GROUPS: CommandGroup[] = ['go', 'list', 'ticket', 'app']

/** Every key that works on the page one is on. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const commands = useAllCommands().filter((command) => command.keys !== undefined)
  return (
    <Dialog open wide onClose={onClose} title={t('shortcuts.title')} description={t('shortcuts.lead')}>
      <DialogBody>
        <div className="columns-1 gap-8 pb-3 sm:columns-2">
          {GROUPS.map((group) => {
            const members = commands.filter((command) => command.group === group)
            if (members.length === 0) return null
            return (
              <section key={group} className="mb-4 break-inside-avoid">
                <h3 className="mb-1 text-sm font-semibold text-muted">{t(`palette.${group}`)}</h3>
                <dl>
                  {members.map((command) => (
                    <div key={command.id} className="flex min-h-8 items-center gap-3 text-sm">
                      <dt className="min-w-0 flex-1">{command.label}</dt>
                      <dd>
                        <Keys keys={command.keys ?? ''} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          })}
        </div>
      </DialogBody>
    </Dialog>
  )
}
