import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { InviteButton, InviteFields } from '../../../administration/inviting/invite-fields.tsx';
import { useInviting } from '../../../administration/inviting/use-inviting.ts';
import { MailFields } from '../../../administration/mail-fields.tsx';
import { MailTestForm } from '../../../administration/mail-test-form.tsx';
import { ListSettingField, SettingsForm } from '../../../administration/settings-form.tsx';
import { toast } from '../../../design/toast.tsx';
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

export function ColleaguesStep() {
  const inviting = useInviting((count) => {
    if (count > 0) toast({ text: t('user.invited', { count }) });
  });
  return (
    <form onSubmit={inviting.submit} className="flex max-w-2xl flex-col items-start gap-4 p-4 *:w-full md:p-5">
      <InviteFields inviting={inviting} />
      <div>
        <InviteButton inviting={inviting} />
      </div>
    </form>
  );
}

/** Which steps are done has to be asked anew. */
function useAskAgain() {
  const client = useQueryClient();
  return () => {
    client.invalidateQueries({ queryKey: ['setup'] });
  };
}
