import { deleteProject, type Project } from '../../backend/projects.ts';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { t } from '../../texts/texts.ts';
import { RevealNote } from '../../tickets/seeing/reveal-note.tsx';
import { useRevealing } from '../../tickets/seeing/use-revealing.ts';

interface ProjectDeletionProps {
  project: Project;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a project. Tickets of a sealed one become open, so who gains sight of them is said before it happens. */
export function ProjectDeletion({ project, onClose, onDeleted }: ProjectDeletionProps) {
  const { send, reveal, problem, busy } = useRevealing(async (confirm) => {
    await deleteProject(project.id, confirm);
    onDeleted();
    onClose();
  });
  return (
    <Dialog open onClose={onClose} title={t('project.delete', { name: project.name })}>
      <DialogBody>
        <p>{t('project.deleteEffect', { count: project.open_tickets })}</p>
        {reveal && <RevealNote {...reveal} />}
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button look="quiet" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button look="danger" busy={busy} onClick={send}>
          {t(reveal ? 'access.allTheSame' : 'action.delete')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
