import { changeSettings } from '../../../backend/settings.ts';
import { t } from '../../../texts/texts.ts';
import { OneFieldForm } from './one-field-form.tsx';

/** The service takes no address from a request, so the browser offers the one that it knows. */
export function AddressStep() {
  return (
    <OneFieldForm
      label={t('firstSteps.addressField')}
      suggested={location.origin}
      action={t('action.save')}
      save={async (app_url) => {
        await changeSettings({ app_url });
      }}
    />
  );
}
