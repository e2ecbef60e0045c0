import type { TicketDetail } from '../backend/tickets.ts'
import { useCommands } from '../commands/registry.ts'
import { useMe } from '../session/me.ts'
import { t } from '../texts/texts.ts'
import { useChangeTicket } from '../tickets/changing/change.ts'
import { ticketCommands } from '../tickets/changing/commands.ts'

function focusComposer(internal: boolean): void {
  const box = document.querySelector<HTMLInputElement>('form input[type=checkbox].accent-warning')
  if (box && box.checked !== internal) box.click()
  document.querySelector<HTMLElement>('[data-command^=composer]')?.focus()
}

export function useTicketCommands(ticket: TicketDetail): void {
  const me = useMe()
  const change = useChangeTicket()
  useCommands([
    ...ticketCommands([ticket], me, change),
    ...(ticket.can.comment
      ? [
          {
            id: 'comment',
            label: t('command.comment'),
            group: 'ticket' as const,
            keys: 'm',
            run: () => focusComposer(false),
          },
        ]
      : []),
    ...(ticket.can.comment_internally
      ? [
          {
            id: 'comment internally',
            label: t('command.internal'),
            group: 'ticket' as const,
            keys: 'shift+m',
            run: () => focusComposer(true),
          },
        ]
      : []),
  ])
}
