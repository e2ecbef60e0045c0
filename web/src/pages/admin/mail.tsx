import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Refusal } from '../../backend/client.ts'
import { settingsQuery, testMail } from '../../backend/settings.ts'
import { Button } from '../../design/button.tsx'
import { ChoiceChips } from '../../design/chips.tsx'
import { refusalText } from '../../design/feedback.tsx'
import { Field, Input } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { useMe } from '../../session/me.ts'
import { t } from '../../texts/texts.ts'
import { type FormState, NumberSettingField, SettingsForm, TextSettingField } from './settings-form.tsx'

export function Mail() {
  const settings = useQuery(settingsQuery).data
  return (
    <>
      <Section title={t('admin.mail')}>
        <SettingsForm>
          {(form) => (
            <>
              <ChoiceChips
                legend={t('setting.mail_provider')}
                value={form.value('mail_provider') ?? 'none'}
                onChoose={(value: 'smtp' | 'ses' | 'none') =>
                  form.set('mail_provider', value === 'none' ? null : value)
                }
                choices={[
                  { value: 'smtp', label: 'SMTP' },
                  { value: 'ses', label: 'Amazon SES' },
                  { value: 'none', label: t('setting.noMail') },
                ]}
              />
              {form.settings.mail_problem !== null && (
                <p role="status" className="rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
                  {t('setting.mailProblem')}
                </p>
              )}
              {form.value('mail_provider') === 'smtp' && <Smtp form={form} />}
              {form.value('mail_provider') === 'ses' && <Ses form={form} />}
              <ChoiceChips
                legend={t('setting.notify_developers_of_new_tickets')}
                value={form.value('notify_developers_of_new_tickets')}
                onChoose={(value: 'off' | 'each' | 'digest') => form.set('notify_developers_of_new_tickets', value)}
                choices={[
                  { value: 'each', label: t('setting.noticeEach') },
                  { value: 'digest', label: t('setting.noticeDigest') },
                  { value: 'off', label: t('setting.noticeOff') },
                ]}
              />
              <NumberSettingField
                form={form}
                name="mail_delay_minutes"
                label={t('setting.mail_delay_minutes')}
                hint={t('setting.mail_delay_minutes_hint')}
                min={0}
                max={60}
              />
            </>
          )}
        </SettingsForm>
      </Section>
      {/* Waits for the form above, which would push it down. */}
      {settings && <MailTest />}
    </>
  )
}

function Smtp({ form }: { form: FormState }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextSettingField form={form} name="smtp_host" label={t('setting.smtp_host')} />
        <NumberSettingField form={form} name="smtp_port" label={t('setting.smtp_port')} max={65_535} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextSettingField form={form} name="smtp_user" label={t('setting.smtp_user')} />
        <TextSettingField
          form={form}
          name="smtp_pass"
          label={t('setting.smtp_pass')}
          hint={t('setting.secretHint')}
          secret
        />
      </div>
      <TextSettingField form={form} name="smtp_from" label={t('setting.from')} placeholder="Kwit <kwit@example.com>" />
    </>
  )
}

function Ses({ form }: { form: FormState }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextSettingField form={form} name="ses_region" label={t('setting.ses_region')} placeholder="eu-central-1" />
        <TextSettingField
          form={form}
          name="ses_endpoint"
          label={t('setting.ses_endpoint')}
          hint={t('field.optional')}
        />
        <TextSettingField form={form} name="ses_access_key_id" label={t('setting.ses_access_key_id')} secret />
        <TextSettingField
          form={form}
          name="ses_secret_access_key"
          label={t('setting.ses_secret_access_key')}
          hint={t('setting.secretHint')}
          secret
        />
      </div>
      <TextSettingField
        form={form}
        name="ses_session_token"
        label={t('setting.ses_session_token')}
        hint={t('field.optional')}
        secret
      />
      <TextSettingField form={form} name="ses_from" label={t('setting.from')} placeholder="Kwit <kwit@example.com>" />
    </>
  )
}

/** Sends a test mail with the stored settings, and shows the provider's own words when it refuses. */
function MailTest() {
  const me = useMe()
  const [to, setTo] = useState(me.email)
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ good: boolean; text: string }>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setResult(undefined)
    try {
      const { mode } = await testMail(to.trim())
      setResult({ good: true, text: t('mailTest.sent', { to: to.trim(), mode }) })
    } catch (error) {
      const words = error instanceof Refusal && error.code === 'mail_delivery_failed' ? ` ${error.message}` : ''
      setResult({ good: false, text: refusalText(error) + words })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={t('mailTest.title')}>
      <form onSubmit={submit} className="flex flex-col gap-3 p-4 md:p-5">
        <p className="text-sm text-muted">{t('mailTest.lead')}</p>
        <div className="flex items-end gap-2">
          <Field label={t('mailTest.to')} className="flex-1">
            {(field) => <Input {...field} type="email" value={to} onChange={(event) => setTo(event.target.value)} />}
          </Field>
          <Button type="submit" icon="send" busy={busy} className="h-10">
            {t('mailTest.send')}
          </Button>
        </div>
        {result && (
          <p role="status" className={`text-sm ${result.good ? 'text-success' : 'text-danger'}`}>
            {result.text}
          </p>
        )}
      </form>
    </Section>
  )
}
