import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadEverything } from '../../../backend/moving.ts';
import { Button } from '../../../design/button.tsx';
import { Switch } from '../../../design/field.tsx';
import { Section } from '../../../design/page.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { t } from '../../../texts/texts.ts';

/** Everything, as an archive to take along. */
export function ExportEverything() {
  const [files, setFiles] = useState(true);
  const taking = useMutation({
    mutationFn: () => downloadEverything(files),
    onError: (error) => toastRefusal(error),
  });
  return (
    <Section title={t('moving.export')}>
      <div className="flex flex-col items-start gap-3 p-4 md:px-5">
        <p className="text-sm text-muted">{t('moving.exportLead')}</p>
        <Switch checked={files} onChange={setFiles} label={t('moving.exportFiles')} />
        <Button icon="download" busy={taking.isPending} onClick={() => taking.mutate()}>
          {t('moving.exportNow')}
        </Button>
      </div>
    </Section>
  );
}
