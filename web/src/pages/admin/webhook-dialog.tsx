import { useState } from 'react';
import { EVENT_NAMES } from '../../../../contract/words.ts';
import { changeWebhook, createWebhook, type Webhook } from '../../backend/webhooks.ts';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { Switch } from '../../design/field.tsx';
import { useAttempt } from '../../design/form.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { InputField } from '../../design/form-fields.tsx';
import { toast } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';

interface WebhookDialogProps {
  webhook: Webhook | undefined;
  onClose: () => void;
  /** Called after saving, for a new webhook with its secret, which the page shows once. */
  onSaved: (secret?: string) => void;
}

export function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<Webhook['events']>(webhook?.events ?? ['*']);
  const [active, setActive] = useState(webhook?.is_active ?? true);
  const all = events.includes('*');
  const { attempt: submit, problem } = useAttempt(async () => {
    const draft = { url: url.trim(), description: description.trim() || null, events, is_active: active };
    if (webhook) {
      await changeWebhook(webhook.id, draft);
      onSaved();
    } else onSaved((await createWebhook(draft)).secret);
  });
  const toggle = (name: Webhook['events'][number], on: boolean) =>
    setEvents(on ? [...events, name] : events.filter((one) => one !== name));
  return (
    <FormDialog
      onClose={onClose}
      title={webhook ? t('webhook.edit') : t('webhook.new')}
      disabled={events.length === 0}
      onSubmit={submit}
    >
      <InputField
        label={t('webhook.url')}
        error={problem}
        hint={t('webhook.urlHint')}
        type="url"
        required
        spellCheck={false}
        value={url}
        onChange={setUrl}
      />
      <InputField
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

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast({ text: t('webhook.copied') });
    } catch {
      // Outside a secure context the browser has no clipboard; the user can select the text.
    }
  };
  return (
    <Dialog onClose={onClose} title={t('webhook.secret')} description={t('webhook.secretOnce')}>
      <DialogBody>
        <code className="rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-sm select-all">{secret}</code>
      </DialogBody>
      <DialogFooter>
        <Button onClick={copy}>{t('webhook.copy')}</Button>
        <Button look="primary" onClick={onClose}>
          {t('webhook.kept')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
