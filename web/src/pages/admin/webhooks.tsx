import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EVENT_NAMES } from '../../../../contract/words.ts';
import { ListSection } from '../../administration/list-section.tsx';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  deliveryPagesQuery,
  rotateSecret,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
  webhooksQuery,
} from '../../backend/webhooks.ts';
import { Empty, Skeleton } from '../../design/feedback.tsx';
import { Switch } from '../../design/field.tsx';
import { useAct, useAttempt } from '../../design/form.tsx';
import { FormDialog, InputField } from '../../design/form-dialog.tsx';
import { MenuItem } from '../../design/menu.tsx';
import { ShowMore } from '../../design/pending.tsx';
import { Cell, Table, TableRow } from '../../design/table.tsx';
import { toast } from '../../design/toast.tsx';
import { ago, moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { EndpointRow } from './endpoint-row.tsx';
import { SecretDialog } from './secret-dialog.tsx';

export function Webhooks() {
  const query = useQuery(webhooksQuery);
  const client = useQueryClient();
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [secret, setSecret] = useState<string>();
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] });
  return (
    <ListSection
      title={t('admin.webhooks')}
      query={query}
      add={t('webhook.new')}
      onAdd={() => setEdited('new')}
      empty={t('webhook.none')}
      row={(webhook) => (
        <WebhookRow
          key={webhook.id}
          webhook={webhook}
          onEdit={() => setEdited(webhook)}
          onSecret={setSecret}
          onChanged={refresh}
        />
      )}
    >
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(made) => {
            setEdited(undefined);
            setSecret(made);
            refresh();
          }}
        />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </ListSection>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
  onChanged: () => void;
}

function WebhookRow({ webhook, onEdit, onSecret, onChanged }: WebhookRowProps) {
  const name = webhook.url ?? t('webhook.ofOthers');
  const { act: test } = useAct(async () => {
    const { delivered, response_status, error } = await testWebhook(webhook.id);
    const why = error ?? String(response_status ?? '');
    toast({ text: delivered ? t('webhook.tested') : t('webhook.testFailed', { why }) });
  }, ['webhooks']);
  return (
    <EndpointRow
      {...{ of: 'webhook', name, onSecret, onChanged }}
      logName={t('webhook.deliveries')}
      log={<Deliveries webhookId={webhook.id} />}
      moreLabel={t('webhook.more', { url: name })}
      items={
        <>
          <MenuItem icon="send" onSelect={test}>
            {t('webhook.test')}
          </MenuItem>
          <MenuItem icon="edit" onSelect={onEdit}>
            {t('action.edit')}
          </MenuItem>
        </>
      }
      rotate={webhook.url === null ? undefined : () => rotateSecret(webhook.id)}
      remove={() => deleteWebhook(webhook.id)}
    >
      <span className="block truncate font-mono text-sm">{name}</span>
      <span className="block truncate text-sm text-muted">
        <WebhookState webhook={webhook} />
        {webhook.description && ` · ${webhook.description}`}
        {` · ${webhook.events.includes('*') ? t('webhook.allEvents') : webhook.events.join(', ')}`}
      </span>
    </EndpointRow>
  );
}

/** The outcome of the last delivery, so that a developer sees which receiver fails. */
function WebhookState({ webhook }: { webhook: Webhook }) {
  const { is_active, paused_at, last_delivery_at, last_status: status } = webhook;
  if (!is_active)
    return (
      <span className="font-medium text-warning">
        {t(paused_at === null ? 'webhook.paused' : 'webhook.pausedByKwit')}
      </span>
    );
  if (webhook.url === null) return t('webhook.active');
  if (last_delivery_at === null) return t('webhook.never');
  const when = ago(last_delivery_at);
  const taken = status !== null && status >= 200 && status < 300;
  return (
    <span className={`font-medium ${taken ? 'text-success' : 'text-danger'}`}>
      {status === null
        ? t('webhook.unreached', { when })
        : t(taken ? 'webhook.taken' : 'webhook.refused', { when, status })}
    </span>
  );
}

const TONES: Record<WebhookDelivery['status'], string> = {
  pending: 'text-warning',
  delivered: 'text-success',
  failed: 'text-danger',
  not_sent: 'text-muted',
};

function Deliveries({ webhookId }: { webhookId: string }) {
  const query = useInfiniteQuery(deliveryPagesQuery(webhookId));
  if (!query.data) return <Skeleton lines={2} />;
  const deliveries = query.data.pages.flatMap(({ items }) => items);
  if (deliveries.length === 0) return <Empty text={t('webhook.noDeliveries')} />;
  return (
    <div className="border-t border-line bg-sunken">
      <Table
        caption={t('webhook.deliveries')}
        heads={[t('outbox.event'), t('field.status'), t('outbox.attempts'), t('webhook.answer'), t('outbox.when')]}
        numeric={[2]}
      >
        {deliveries.map((delivery) => (
          <TableRow key={delivery.id}>
            <Cell>
              <span className="font-mono text-xs">{delivery.event_name}</span>
            </Cell>
            <Cell>
              <span className={`font-medium ${TONES[delivery.status]}`}>{t(`delivery.${delivery.status}`)}</span>
            </Cell>
            <Cell numeric>{delivery.attempts}</Cell>
            <Cell>
              <span className="block min-w-40">{delivery.last_error ?? delivery.response_status ?? '–'}</span>
            </Cell>
            <Cell>
              <span className="whitespace-nowrap">{moment(delivery.created_at)}</span>
            </Cell>
          </TableRow>
        ))}
      </Table>
      <ShowMore pages={query} />
    </div>
  );
}

interface WebhookDialogProps {
  webhook: Webhook | undefined;
  onClose: () => void;
  /** Called after saving, for a new webhook with its secret, which the page shows once. */
  onSaved: (secret?: string) => void;
}

function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<Webhook['events']>(webhook?.events ?? ['*']);
  const [active, setActive] = useState(webhook?.is_active ?? true);
  const all = events.includes('*');
  const isOfOthers = webhook?.url === null;
  const saving = useAttempt(async () => {
    const draft = { description: description.trim() || null, events, is_active: active };
    if (webhook) {
      await changeWebhook(webhook.id, isOfOthers ? draft : { ...draft, url: url.trim() });
      onSaved();
    } else onSaved((await createWebhook({ ...draft, url: url.trim() })).secret);
  });
  const toggle = (name: Webhook['events'][number], on: boolean) =>
    setEvents(on ? [...events, name] : events.filter((candidate) => candidate !== name));
  return (
    <FormDialog
      onClose={onClose}
      title={webhook ? t('webhook.edit') : t('webhook.new')}
      disabled={events.length === 0}
      attempt={saving}
    >
      {!isOfOthers && (
        <InputField
          name="url"
          label={t('webhook.url')}
          hint={t('webhook.urlHint')}
          type="url"
          required
          spellCheck="false"
          value={url}
          onChange={setUrl}
        />
      )}
      <InputField
        name="description"
        label={t('field.description')}
        optional={t('field.optional')}
        longest={300}
        value={description}
        onChange={setDescription}
      />
      <Switch
        label={t('webhook.allEvents')}
        checked={all}
        onChange={(on) => setEvents(on ? ['*'] : ['ticket.created'])}
      />
      {!all && (
        <fieldset className="grid grid-cols-1 gap-1 sm:grid-cols-2">
          <legend className="mb-1.5 text-sm font-medium">{t('webhook.events')}</legend>
          {EVENT_NAMES.map((name) => (
            <label key={name} className="flex min-h-8 items-center gap-2.5 font-mono text-xs max-md:min-h-11">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={events.includes(name)}
                onChange={(event) => toggle(name, event.target.checked)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <Switch label={t('webhook.active')} checked={active} onChange={setActive} />
    </FormDialog>
  );
}
