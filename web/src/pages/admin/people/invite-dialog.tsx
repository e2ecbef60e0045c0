import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Role } from '../../../../../contract/words.ts'
import { Refusal } from '../../../backend/client.ts'
import { sendInvitation } from '../../../backend/people.ts'
import { Button } from '../../../design/button.tsx'
import { ChoiceChips } from '../../../design/chips.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../design/dialog.tsx'
import { refusalText } from '../../../design/feedback.tsx'
import { Field, Input } from '../../../design/field.tsx'
import { toast } from '../../../design/toast.tsx'
import { t } from '../../../texts/texts.ts'

/** Invites one person by address. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('user')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      const person = await sendInvitation({ email: email.trim(), role, ...(name.trim() ? { name: name.trim() } : {}) })
      client.invalidateQueries({ queryKey: ['people'] })
      client.invalidateQueries({ queryKey: ['audit'] })
      toast({ text: t('user.invited', { email: person.email }) })
      onClose()
    } catch (error) {
      setProblem(inviteProblem(error))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('user.inviteTitle')}>
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field label={t('user.email')} hint={t('user.emailHint')} error={problem}>
            {(field) => (
              <Input
                {...field}
                type="email"
                autoFocus
                required
                maxLength={254}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('user.name')} hint={t('user.nameHint')} optional={t('field.optional')}>
            {(field) => (
              <Input {...field} maxLength={120} value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
          <ChoiceChips
            legend={t('user.role')}
            value={role}
            onChoose={setRole}
            choices={[
              { value: 'user', label: t('role.user') },
              { value: 'developer', label: t('role.developer') },
            ]}
          />
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" look="primary" icon="send" busy={busy} disabled={email.trim() === ''}>
            {t('user.invite')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** A domain is refused here for another reason than at sign-in: a developer can allow it. */
const inviteProblem = (error: unknown): string =>
  error instanceof Refusal && error.code === 'domain_not_allowed' ? t('user.domainNotAllowed') : refusalText(error)
