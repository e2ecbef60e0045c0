import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KwitError } from '../backend/client.ts';
import { testMail } from '../backend/settings.ts';
import { Button } from '../design/button.tsx';
import { refusalText } from '../design/feedback.tsx';
import { Field, Input } from '../design/field.tsx';
import { Form } from '../design/form.tsx';
import { useMe } from '../session/me.ts';
import { t } from '../texts/texts.ts';

const PROVIDERS = { smtp: 'SMTP', ses: 'Amazon SES' };

interface Props {
  /** Changes that are not stored: a test would go out without them, so it waits. */
  isDirty: boolean;
}

/** Sends a test mail with the stored settings, and shows the provider's own words when it refuses. */
export function MailTestForm({ isDirty }: Props) {
  const me = useMe();
  const client = useQueryClient();
  const [to, setTo] = useState(me.email);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ good: boolean; text: string }>();
  const submit = async () => {
    setBusy(true);
    setResult(undefined);
    try {
      const { mode } = await testMail(to.trim());
      client.invalidateQueries({ queryKey: ['setup'] });
      setResult(
        mode === 'dev-fallback'
          ? { good: false, text: t('mailTest.stayed') }
          : { good: true, text: t('mailTest.sent', { to: to.trim(), mode: PROVIDERS[mode] }) },
      );
    } catch (error) {
      const isReason = error instanceof KwitError && error.code === 'mail_delivery_failed';
      setResult({
        good: false,
        text: isReason ? t('mailTest.refused', { reason: error.message }) : refusalText(error),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form onSubmit={submit} className="flex flex-col gap-3 p-4 md:p-5">
      <p className="text-sm text-muted">{t('mailTest.lead')}</p>
      <div className="flex items-end gap-2">
        <Field label={t('mailTest.to')} className="flex-1">
          {(field) => <Input {...field} type="email" value={to} onChange={(event) => setTo(event.target.value)} />}
        </Field>
        <Button type="submit" icon="send" busy={busy} disabled={isDirty} className="h-10">
          {t('mailTest.send')}
        </Button>
      </div>
      {result && (
        <p role="status" className={`text-sm ${result.good ? 'text-success' : 'text-danger'}`}>
          {result.text}
        </p>
      )}
    </Form>
  );
}
