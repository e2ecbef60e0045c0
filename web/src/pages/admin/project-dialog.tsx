import { useEffect, useState } from 'react';
import {
  changeProject,
  createProject,
  type Project,
  removeProjectIcon,
  uploadProjectIcon,
} from '../../backend/projects.ts';
import { PictureChoice } from '../../design/file-picker.tsx';
import { Problem, useAttempt } from '../../design/form.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { InputField, TextAreaField } from '../../design/form-fields.tsx';
import { t } from '../../texts/texts.ts';
import { ProjectSign } from '../../tickets/showing/project-name.tsx';

const COLORS = ['#0F6B62', '#1F5A9C', '#5F3FA8', '#B3261E', '#8A5300', '#23683A', '#6B7280'];

/** A picture that the dialog shows before it sends it; `file` is null when the user removes it. */
function usePicture(kept: string | null) {
  const [file, setFile] = useState<File | null>();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return { file, setFile, shown: file ? (url ?? null) : file === null ? null : kept };
}

interface ProjectDialogProps {
  project: Project | undefined;
  onClose: () => void;
  /** Called after each attempt: even a failed one may have stored a part. */
  onSaved: () => void;
}

export function ProjectDialog({ project, onClose, onSaved }: ProjectDialogProps) {
  const [name, setName] = useState(project?.name ?? '');
  const [description, setDescription] = useState(project?.description ?? '');
  const [color, setColor] = useState(project?.color ?? '#6B7280');
  const icon = usePicture(project?.icon_url ?? null);
  const [isIcon, setIsIcon] = useState(false);
  const [keptAs, setKeptAs] = useState(project?.id);
  const { attempt, busy, problem } = useAttempt(async () => {
    const draft = { name: name.trim(), description: description.trim() || null, color };
    setIsIcon(false);
    try {
      const { id } = keptAs ? await changeProject(keptAs, draft) : await createProject(draft);
      // The project exists even if the service refuses the icon: the next attempt changes it instead of creating it
      // again.
      setKeptAs(id);
      setIsIcon(true);
      if (icon.file) await uploadProjectIcon(id, icon.file);
      else if (icon.file === null) await removeProjectIcon(id);
      onClose();
    } finally {
      onSaved();
    }
  });
  return (
    <FormDialog
      onClose={onClose}
      title={project ? project.name : t('project.new')}
      busy={busy}
      disabled={name.trim().length < 2}
      submit={t('action.save')}
      onSubmit={attempt}
    >
      <InputField
        label={t('project.name')}
        error={isIcon ? undefined : problem}
        minLength={2}
        longest={120}
        required
        value={name}
        onChange={setName}
      />
      <TextAreaField
        label={t('field.description')}
        optional={t('field.optional')}
        longest={2000}
        value={description}
        onChange={setDescription}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{t('project.color')}</legend>
        <div className="flex items-center gap-2 max-md:grid max-md:grid-cols-8 max-md:justify-items-center max-md:gap-0">
          {COLORS.map((one) => (
            <button
              key={one}
              type="button"
              aria-label={one}
              aria-pressed={one === color.toUpperCase()}
              onClick={() => setColor(one)}
              className="group flex size-8 items-center justify-center max-md:h-11 max-md:w-full"
            >
              <span
                className="size-8 rounded-full border-3 border-raised outline-2 outline-transparent group-aria-pressed:outline-ink"
                style={{ backgroundColor: one }}
              />
            </button>
          ))}
          <input
            type="color"
            aria-label={t('project.otherColor')}
            value={color}
            onChange={(event) => setColor(event.target.value)}
            className="size-8"
          />
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">
          {t('project.icon')} <span className="font-normal text-faint">{t('field.optional')}</span>
        </legend>
        <PictureChoice
          choose={t('project.iconChoose')}
          remove={icon.shown !== null && t('project.iconRemove')}
          onChoose={(file) => icon.setFile(file ?? null)}
        >
          <ProjectSign color={color} icon={icon.shown} size="size-8" />
        </PictureChoice>
        {isIcon && <Problem text={problem} className="mt-1.5 text-sm" />}
      </fieldset>
    </FormDialog>
  );
}
