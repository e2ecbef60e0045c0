import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MailFields, MailTestForm } from '../../../administration/mail-fields.tsx';
import { ListSetting, SettingsForm } from '../../../administration/settings-form.tsx';

export function MailStep() {
  const askAgain = useAskAgain();
  const [isDirty, setDirty] = useState(false);
  return (
    <div className="max-w-3xl">
      <SettingsForm onSaved={askAgain} onDirty={setDirty}>
        <MailFields />
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
        <ListSetting name="allowed_domains" />
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
