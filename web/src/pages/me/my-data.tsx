import { useMutation } from '@tanstack/react-query';
import { downloadMyData } from '../../backend/person-data.ts';
import { Button } from '../../design/button.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';

/** What Kwit has about the user, to take along. */
export function MyData() {
  const taking = useMutation({ mutationFn: downloadMyData, onError: (error) => toastRefusal(error) });
  return (
    <>
      <p className="text-sm text-muted">{t('personData.mineLead')}</p>
      <div>
        <Button icon="download" busy={taking.isPending} onClick={() => taking.mutate()}>
          {t('personData.takeMine')}
        </Button>
      </div>
    </>
  );
}
