import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MailFields, MailTestForm } from '../../administration/mail-fields.tsx';
import { ChoiceSetting, NumberSetting, SettingsForm } from '../../administration/settings-form.tsx';
import { settingsQuery } from '../../backend/settings.ts';
import { Section } from '../../design/page.tsx';
import { t } from '../../texts/texts.ts';

const NOTICES = {
  each: 'administered.noticeEach',
  digest: 'administered.noticeDigest',
  off: 'administered.noticeOff',
} as const;

export function Mail() {
  const settings = useQuery(settingsQuery).data;
  const [isDirty, setDirty] = useState(false);
  return (
    <>
      <Section title={t('admin.mail')}>
        <SettingsForm onDirty={setDirty}>
          <MailFields />
          <ChoiceSetting
            name="notify_developers_of_new_tickets"
            words={['each', 'digest', 'off']}
            nameOf={(word) => t(NOTICES[word])}
          />
          <NumberSetting name="mail_delay_minutes" min={0} max={60} />
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
