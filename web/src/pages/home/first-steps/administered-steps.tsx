import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MailFields, MailTestForm } from '../../../administration/mail-fields.tsx';
import { ListSettingField, SettingsForm } from '../../../administration/settings-form.tsx';
import { t } from '../../../texts/texts.ts';

export function MailStep() {
  const askAgain = useAskAgain();
  const [isDirty, setDirty] = useState(false);
  return (
    <div className="max-w-3xl">
      <SettingsForm onSaved={askAgain} onDirty={setDirty}>
        {(form) => <MailFields form={form} />}
      </SettingsForm>
      <MailTestForm isDirty={isDirty} />
    </div>
  );
}

export function DomainsStep() {
  const askAgain = useAskAgain();
  return (
    <div className="max-w-2xl">
      <SettingsForm onSaved={askAgain}>
        {(form) => (
          <ListSettingField
            form={form}
            name="allowed_domains"
            label={t('setting.allowed_domains')}
            hint={t('setting.allowed_domains_hint')}
          />
        )}
      </SettingsForm>
    </div>
  );
}

/** Which steps are done has to be asked anew. */
function useAskAgain() {
  const client = useQueryClient();
  return () => {
    client.invalidateQueries({ queryKey: ['setup'] });
  };
}
