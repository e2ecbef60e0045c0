import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteWebhook, rotateSecret, testWebhook, type Webhook, webhooksQuery } from '../../backend/webhooks.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Empty, Failed, Skeleton } from '../../design/feedback.tsx'
import { Menu, MenuItem, MenuLine } from '../../design/menu.tsx'
import { Section } from '../../design/page.tsx'
import { refuse } from '../../design/refuse.ts'
import { toast } from '../../design/toast.tsx'
import { ago } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { Deliveries } from './deliveries.tsx'
import { SecretDialog, WebhookDialog } from './webhook-dialog.tsx'

export function Webhooks() {
  const found = useQuery(webhooksQuery)
  const client = useQueryClient()
  const [edited, setEdited] = useState<Webhook | 'new'>()
  const [secret, setSecret] = useState<string>()
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] })
  const none = found.data?.length === 0
  const add = (
    <Button small icon="plus" onClick={() => setEdited('new')}>
      {t('webhook.new')}
    </Button>
  )
  return (
    <Section title={t('admin.webhooks')} {...(found.data ? { count: found.data.length } : {})} aside={!none && add}>
      {found.error && !found.data && <Failed error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton />}
      {none && <Empty icon="hook" text={t('webhook.none')} action={add} />}
      <ul>
        {found.data?.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setEdited(webhook)}
            onSecret={setSecret}
            onChanged={refresh}
          />
        ))}
      </ul>
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(made) => {
            setEdited(undefined)
            setSecret(made)
            refresh()
          }}
        />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Section>
  )
}

interface WebhookRowProps {
  webhook: Webhook
  onEdit: () => void
  onSecret: (secret: string) => void
  onChanged: () => void
}

function WebhookRow({ webhook, onEdit, onSecret, onChanged }: WebhookRowProps) {
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<'delete' | 'rotate'>()
  const test = async () => {
    try {
      const { delivered, response_status, error } = await testWebhook(webhook.id)
      const why = error ?? String(response_status ?? '')
      toast({ text: delivered ? t('webhook.tested') : t('webhook.testFailed', { why }) })
    } catch (error) {
      refuse(error)
    }
    onChanged()
  }
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex min-h-14 items-center gap-3 px-4 py-2 md:px-5">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-mono text-sm">{webhook.url}</span>
          <span className="block truncate text-sm text-muted">
            {[webhook.description, webhook.events.includes('*') ? t('webhook.allEvents') : webhook.events.join(', ')]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className="shrink-0 text-right text-sm text-muted max-md:hidden">
          {webhook.is_active
            ? webhook.last_delivery_at
              ? ago(webhook.last_delivery_at)
              : t('webhook.never')
            : t('webhook.paused')}
        </span>
        <Button look="quiet" small aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('webhook.deliveries')}
        </Button>
        <Menu
          align="end"
          label={webhook.url}
          trigger={<IconButton icon="more" small label={t('webhook.more', { url: webhook.url })} />}
        >
          <MenuItem icon="send" onSelect={test}>
            {t('webhook.test')}
          </MenuItem>
          <MenuItem icon="edit" onSelect={onEdit}>
            {t('action.edit')}
          </MenuItem>
          <MenuItem icon="lock" onSelect={() => setAsking('rotate')}>
            {t('webhook.rotate')}
          </MenuItem>
          <MenuLine />
          <MenuItem icon="trash" danger onSelect={() => setAsking('delete')}>
            {t('action.delete')}
          </MenuItem>
        </Menu>
      </div>
      {open && <Deliveries webhookId={webhook.id} />}
      {asking && (
        <Confirm
          title={t(asking === 'delete' ? 'webhook.deleteTitle' : 'webhook.rotate')}
          effect={t(asking === 'delete' ? 'webhook.deleteEffect' : 'webhook.rotateEffect')}
          action={t(asking === 'delete' ? 'action.delete' : 'webhook.rotate')}
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            if (asking === 'delete') await deleteWebhook(webhook.id)
            else onSecret((await rotateSecret(webhook.id)).secret)
            onChanged()
          }}
        />
      )}
    </li>
  )
}
