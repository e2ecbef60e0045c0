import { type FormEvent, useState } from 'react';
import { PersonSearch } from '../../../administration/person-search.tsx';
import { addTeam, putMember, renameTeam, type Team, takeMemberOut } from '../../../backend/access.ts';
import { Avatar } from '../../../design/avatar.tsx';
import { Button, IconButton } from '../../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../design/dialog.tsx';
import { refusalText } from '../../../design/feedback.tsx';
import { Field, Input, Switch } from '../../../design/field.tsx';
import { useMe } from '../../../session/me.ts';
import { t } from '../../../texts/texts.ts';

interface TeamDialogProps {
  /** Undefined for a new one. */
  team: Team | undefined;
  onChange: () => Promise<void>;
  /** Called with the id of the team that was just made: its people can be added then. */
  onMade: (id: string) => void;
  onClose: () => void;
}

/** A team's name and its people. Who is put in or out is stored at once. */
export function TeamDialog({ team, onChange, onMade, onClose }: TeamDialogProps) {
  const me = useMe();
  const [name, setName] = useState(team?.name ?? '');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const leads = (team?.members ?? []).filter(({ is_lead }) => is_lead);
  const mayChange = leads.length === 0 || leads.some(({ user_id }) => user_id === me.id);
  const attempt = async (change: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await change();
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      setBusy(false);
      await onChange();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    return attempt(async () => {
      if (!team) {
        const { id } = await addTeam(name.trim());
        // The dialog of the new team begins with its name, so the list has to have it.
        await onChange();
        onMade(id);
      } else {
        if (name.trim() !== team.name) await renameTeam(team.id, name.trim());
        onClose();
      }
    });
  };
  return (
    <Dialog open onClose={onClose} title={team ? t('access.title', { name: team.name }) : t('access.newTeam')}>
      <form onSubmit={submit} className="contents">
        <DialogBody>
          {!mayChange && (
            <p className="text-sm text-muted">
              {t('access.notLead', { names: leads.map((one) => one.name).join(', ') })}
            </p>
          )}
          {team && leads.length === 0 && <p className="text-sm text-muted">{t('access.noLead')}</p>}
          <Field label={t('access.rename')}>
            {(field) => (
              <Input
                {...field}
                required
                minLength={2}
                longest={60}
                disabled={!mayChange}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          {team && <Members team={team} mayChange={mayChange && !busy} attempt={attempt} />}
          {problem && (
            <p role="alert" className="text-sm text-danger">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.close')}
          </Button>
          {mayChange && (
            <Button type="submit" look="primary" busy={busy} disabled={name.trim().length < 2}>
              {t('action.save')}
            </Button>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface MembersProps {
  team: Team;
  mayChange: boolean;
  attempt: (change: () => Promise<unknown>) => Promise<void>;
}

function Members({ team, mayChange, attempt }: MembersProps) {
  const members = team.members ?? [];
  return (
    <section aria-label={t('access.members')} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{t('access.members')}</h3>
      <ul>
        {members.map(({ user_id, name, role, is_lead }) => (
          <li key={user_id} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <Avatar name={name} size={24} />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {role === 'developer' && (
              <Switch
                label={
                  <>
                    <span className="sr-only">{name}: </span>
                    {t('access.asLead')}
                  </>
                }
                checked={is_lead}
                disabled={!mayChange}
                onChange={(next) => attempt(() => putMember(team.id, user_id, next))}
              />
            )}
            {mayChange && (
              <IconButton
                icon="close"
                small
                label={t('access.removeTeam', { name })}
                onClick={() => attempt(() => takeMemberOut(team.id, user_id))}
              />
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <PersonSearch
          label={t('access.addPerson')}
          without={members.map(({ user_id }) => user_id)}
          onChoose={(id) => attempt(() => putMember(team.id, id, false))}
        />
      )}
    </section>
  );
}
