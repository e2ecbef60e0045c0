import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { enqueue } from '../../backend/change-queue.ts';
import { downloadMyData } from '../../backend/person-data.ts';
import { changeProfile, meQuery, type ProfileChange, removeAvatar, uploadAvatar } from '../../backend/sign-in.ts';
import { setShortcutsOn, shortcutsOn } from '../../commands/shortcuts.ts';
import { Avatar } from '../../design/avatar.tsx';
import { Button } from '../../design/button.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { Field, Input, Switch } from '../../design/field.tsx';
import { PictureChoice } from '../../design/file-picker.tsx';
import { Form, useAct } from '../../design/form.tsx';
import { PageHeader, Section } from '../../design/page.tsx';
import { Warning } from '../../design/warning.tsx';
import { useMe } from '../../session/me.ts';
import { chooseTheme, type Theme, theme } from '../../session/theme.ts';
import { ago } from '../../texts/dates.ts';
import { chooseLanguage, LANGUAGE_NAMES, type Language, t } from '../../texts/texts.ts';
import { DENSITIES, type Density, layRowsOut, useRowLayout } from '../../tickets/showing/row-layout.ts';
import { Passkeys, useHasPasskeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { OwnTokens } from './tokens.tsx';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <div className="flex flex-col gap-5 p-4 md:p-5">{children}</div>
  </Section>
);

export function MePage() {
  const me = useMe();
  const hasPasskeys = useHasPasskeys();
  const client = useQueryClient();
  const { act: change } = useAct(async (changes: ProfileChange) => {
    const user = await enqueue('me', () => changeProfile(changes));
    client.setQueryData(meQuery.queryKey, user);
    await chooseLanguage(user.language);
  });
  return (
    <>
      <PageHeader title={t('nav.me')} />
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-5 p-4 md:p-6">
        <Part title={t('me.you')}>
          <Picture />
          <NameField name={me.name} onSave={(name) => change({ name })} />
          <p className="text-sm text-muted">
            {me.email} · {t(`role.${me.role}`)}
          </p>
        </Part>
        <Part title={t('me.look')}>
          <ChoiceChips
            legend={t('me.language')}
            value={me.language}
            onChoose={(language: Language) => change({ language })}
            choices={(['pl', 'en'] as const).map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
          <ThemeChoice />
          <DensityChoice />
        </Part>
        <Part title={t('me.mail')}>
          {me.mail_paused_at && <Warning text={t('me.mailPaused', { when: ago(me.mail_paused_at) })} />}
          <Switch
            label={t('me.mailStatus')}
            {...(me.role === 'developer' ? { hint: t('me.mailStatusTeam') } : {})}
            checked={me.email_notify_ticket_status}
            onChange={(email_notify_ticket_status) => change({ email_notify_ticket_status })}
          />
          <Switch
            label={t('me.mailComment')}
            {...(me.role === 'developer' ? { hint: t('me.mailCommentTeam') } : {})}
            checked={me.email_notify_developer_comment}
            onChange={(email_notify_developer_comment) => change({ email_notify_developer_comment })}
          />
          {me.role === 'developer' && (
            <Switch
              label={t('me.dueDigest')}
              hint={t('me.dueDigestHint')}
              checked={me.due_digest}
              onChange={(due_digest) => change({ due_digest })}
            />
          )}
        </Part>
        <Part title={t('me.keyboard')}>
          <Shortcuts />
        </Part>
        <TokensPart isOpen={me.role === 'developer'} />
        {hasPasskeys && (
          <Part title={t('passkey.title')}>
            <Passkeys />
          </Part>
        )}
        <Part title={t('me.sessions')}>
          <Sessions />
        </Part>
        <Part title={t('personData.mine')}>
          <MyData />
        </Part>
      </div>
    </>
  );
}

/** Few who report write programs: for them it is folded. */
function TokensPart({ isOpen: isOpenAtFirst }: { isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <Section title={t('token.title')} fold={{ isOpen, onToggle: () => setOpen(!isOpen) }}>
      {isOpen && (
        <div className="flex flex-col gap-5 p-4 md:p-5">
          <OwnTokens />
        </div>
      )}
    </Section>
  );
}

function Picture() {
  const me = useMe();
  const change = useAct(async (file?: File) => (file ? uploadAvatar(file) : removeAvatar()), meQuery.queryKey);
  return (
    <PictureChoice
      choose={t('me.picture')}
      remove={me.avatar_url && t('me.pictureRemove')}
      busy={change.busy}
      onChoose={change.act}
    >
      <Avatar name={me.name} url={me.avatar_url} size={64} />
    </PictureChoice>
  );
}

function NameField({ name, onSave }: { name: string; onSave: (name: string) => void }) {
  const [text, setText] = useState(name);
  const changed = text.trim() !== '' && text.trim() !== name;
  return (
    <Form onSubmit={() => changed && onSave(text.trim())} className="flex items-end gap-2">
      <Field label={t('me.name')} className="flex-1">
        {(field) => (
          <Input
            {...field}
            longest={120}
            autoComplete="name"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={!changed} className="h-10">
        {t('action.save')}
      </Button>
    </Form>
  );
}

function ThemeChoice() {
  const [chosen, setChosen] = useState<Theme>(theme);
  return (
    <ChoiceChips
      legend={t('me.theme')}
      value={chosen}
      onChoose={(next: Theme) => {
        chooseTheme(next);
        setChosen(next);
      }}
      choices={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
    />
  );
}

function DensityChoice() {
  return (
    <ChoiceChips
      legend={t('density.title')}
      value={useRowLayout().density}
      onChoose={(density: Density) => layRowsOut({ density })}
      choices={DENSITIES.map((value) => ({ value, label: t(`density.${value}`) }))}
    />
  );
}

function Shortcuts() {
  const [on, setOn] = useState(shortcutsOn);
  return (
    <Switch
      label={t('me.shortcuts')}
      hint={t('me.shortcutsHint')}
      checked={on}
      onChange={(next) => {
        setShortcutsOn(next);
        setOn(next);
      }}
    />
  );
}

/** The user's own data, to take along. */
function MyData() {
  const taking = useAct(downloadMyData);
  return (
    <>
      <p className="text-sm text-muted">{t('personData.mineLead')}</p>
      <div>
        <Button icon="download" busy={taking.busy} onClick={taking.act} data-reach="my-data">
          {t('personData.takeMine')}
        </Button>
      </div>
    </>
  );
}
