import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sealedProjectsQuery, takeProjectOver } from '../../backend/access.ts';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { refusalText } from '../../design/feedback.tsx';
import { Field, TextArea } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { t } from '../../texts/texts.ts';

interface NamedProject {
  readonly id: string;
  readonly name: string;
}

/** The sealed projects that one does not see, to be taken over: nothing is there where there are none. */
export function SealedProjects({ onTaken }: { onTaken: () => void }) {
  const projects = useQuery(sealedProjectsQuery).data ?? [];
  const [taking, setTaking] = useState<NamedProject>();
  if (projects.length === 0) return null;
  return (
    <Section title={t('access.sealedOthers')} count={projects.length}>
      <ul>
        {projects.map((project) => (
          <li
            key={project.id}
            className="flex min-h-14 items-center gap-3 border-b border-line px-4 last:border-b-0 md:px-5"
          >
            <Icon name="lock" size={16} className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate font-medium">{project.name}</span>
            <Button small aria-label={`${t('access.takeOver')}: ${project.name}`} onClick={() => setTaking(project)}>
              {t('access.takeOver')}
            </Button>
          </li>
        ))}
      </ul>
      {taking && <TakeOverDialog project={taking} onTaken={onTaken} onClose={() => setTaking(undefined)} />}
    </Section>
  );
}

interface TakeOverProps {
  project: NamedProject;
  onTaken: () => void;
  onClose: () => void;
}

function TakeOverDialog({ project, onTaken, onClose }: TakeOverProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await takeProjectOver(project.id, reason.trim());
      onTaken();
      onClose();
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('access.takeOverTitle', { name: project.name })}>
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <p>{t('access.takeOverEffect')}</p>
          <Field label={t('access.takeOverReason')} error={problem}>
            {(field) => (
              <TextArea
                {...field}
                required
                minLength={10}
                longest={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" look="danger" busy={busy} disabled={reason.trim().length < 10}>
            {t('access.takeOver')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
