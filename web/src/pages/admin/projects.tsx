import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changeProject, createProject, deleteProject, type Project, projectsQuery } from '../../backend/projects.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../design/dialog.tsx'
import { Empty, Failed, reason, Skeleton } from '../../design/feedback.tsx'
import { Field, Input, TextArea } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { t } from '../../texts/texts.ts'

export function Projects() {
  const found = useQuery(projectsQuery)
  const [edited, setEdited] = useState<Project | 'new'>()
  const [doomed, setDoomed] = useState<Project>()
  const client = useQueryClient()
  const refresh = () => {
    client.invalidateQueries({ queryKey: ['projects'] })
    client.invalidateQueries({ queryKey: ['tickets'] })
  }
  return (
    <Section
      title={t('admin.projects')}
      {...(found.data ? { count: found.data.length } : {})}
      aside={
        <Button small icon="plus" onClick={() => setEdited('new')}>
          {t('project.new')}
        </Button>
      }
    >
      {found.error && !found.data && <Failed error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton />}
      {found.data?.length === 0 && <Empty icon="folder" text={t('project.none')} />}
      <ul>
        {found.data?.map((project) => (
          <li
            key={project.id}
            className="flex min-h-14 items-center gap-3 border-b border-line px-4 last:border-b-0 md:px-5"
          >
            <span
              aria-hidden="true"
              className="size-3 shrink-0 rounded-full"
              style={{ backgroundColor: project.color }}
            />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{project.name}</span>
              {project.description && <span className="block truncate text-sm text-muted">{project.description}</span>}
            </span>
            <span className="text-sm text-muted tabular-nums max-md:hidden">
              {t('project.open', { count: project.open_tickets })}
            </span>
            <IconButton
              icon="edit"
              small
              label={`${t('action.edit')}: ${project.name}`}
              onClick={() => setEdited(project)}
            />
            <IconButton
              icon="trash"
              small
              label={`${t('action.delete')}: ${project.name}`}
              onClick={() => setDoomed(project)}
            />
          </li>
        ))}
      </ul>
      {edited && (
        <ProjectDialog
          project={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            refresh()
          }}
        />
      )}
      {doomed && (
        <Confirm
          title={t('project.delete', { name: doomed.name })}
          effect={t('project.deleteEffect', { count: doomed.open_tickets })}
          action={t('action.delete')}
          onClose={() => setDoomed(undefined)}
          onConfirm={async () => {
            await deleteProject(doomed.id)
            refresh()
          }}
        />
      )}
    </Section>
  )
}

const COLORS = ['#0F6B62', '#1F5A9C', '#5F3FA8', '#B3261E', '#8A5300', '#23683A', '#6B7280']

interface ProjectDialogProps {
  project: Project | undefined
  onClose: () => void
  onSaved: () => void
}

function ProjectDialog({ project, onClose, onSaved }: ProjectDialogProps) {
  const [name, setName] = useState(project?.name ?? '')
  const [description, setDescription] = useState(project?.description ?? '')
  const [color, setColor] = useState(project?.color ?? '#6B7280')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const draft = { name: name.trim(), description: description.trim() || null, color }
    try {
      if (project) await changeProject(project.id, draft)
      else await createProject(draft)
      onSaved()
    } catch (error) {
      setProblem(reason(error))
    }
  }
  return (
    <Dialog open onClose={onClose} title={project ? project.name : t('project.new')}>
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field label={t('project.name')} error={problem}>
            {(field) => (
              <Input
                {...field}
                minLength={2}
                maxLength={120}
                required
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('field.description')} optional={t('field.optional')}>
            {(field) => (
              <TextArea
                {...field}
                maxLength={2000}
                value={description}
                onChange={(event) => setDescription(event.target.value)}
              />
            )}
          </Field>
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">{t('project.color')}</legend>
            <div className="flex flex-wrap items-center gap-2">
              {COLORS.map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-label={one}
                  aria-pressed={one === color.toUpperCase()}
                  onClick={() => setColor(one)}
                  className="size-8 rounded-full border-3 border-raised outline-2 outline-transparent aria-pressed:outline-ink"
                  style={{ backgroundColor: one }}
                />
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
        </DialogBody>
        <DialogFoot>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" look="primary" disabled={name.trim().length < 2}>
            {t('action.save')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
