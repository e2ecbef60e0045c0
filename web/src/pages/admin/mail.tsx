import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MailFields, MailTestForm } from '../../administration/mail-fields.tsx';
import { NumberSettingField, SettingsForm } from '../../administration/settings-form.tsx';
import { settingsQuery } from '../../backend/settings.ts';
import { ChoiceChips } from '../../design/chips.tsx';
import { Section } from '../../design/page.tsx';
import { t } from '../../texts/texts.ts';

export function Mail() {
  const settings = useQuery(settingsQuery).data;
  const [isDirty, setDirty] = useState(false);
  return (
    <>
      <Section title={t('admin.mail')}>
        <SettingsForm onDirty={setDirty}>
          {(form) => (
            <>
              <MailFields form={form} />
              <ChoiceChips
                legend={t('administered.notify_developers_of_new_tickets')}
                value={form.value('notify_developers_of_new_tickets')}
                onChoose={(value: 'off' | 'each' | 'digest') => form.set('notify_developers_of_new_tickets', value)}
                choices={[
                  { value: 'each', label: t('administered.noticeEach') },
                  { value: 'digest', label: t('administered.noticeDigest') },
                  { value: 'off', label: t('administered.noticeOff') },
                ]}
              />
              <NumberSettingField
                form={form}
                name="mail_delay_minutes"
                label={t('administered.mail_delay_minutes')}
                hint={t('administered.mail_delay_minutes_hint')}
                min={0}
                max={60}
              />
            </>
          )}
        </SettingsForm>
      </Section>
      {/* Waits for the form above, which would push it down. */}
      {settings && (
        <Section title={t('mailTest.title')}>
          <MailTestForm isDirty={isDirty} />
        </Section>
      )}
    </>
  );
}
