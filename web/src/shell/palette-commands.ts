/** What the palette offers besides the commands of the page: places and acts that need no key. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LANGUAGES } from '../../../contract/words.ts';
import { ADMIN_SECTIONS, type AdminSection } from '../administration/sections.ts';
import { enqueue } from '../backend/change-queue.ts';
import { changeProfile, meQuery, signOut } from '../backend/sign-in.ts';
import { STATUSES } from '../backend/tickets.ts';
import { viewsQuery } from '../backend/views.ts';
import type { Command } from '../commands/registry.ts';
import { toastRefusal } from '../design/toast-refusal.ts';
import { useLeaving } from '../session/leaving.ts';
import { useIsDeveloper, useMe } from '../session/me.ts';
import { chooseTheme } from '../session/theme.ts';
import { chooseLanguage, type Language, t } from '../texts/texts.ts';
import { readSearch } from '../tickets/filtering/ticket-search.ts';
import { DENSITIES, layRowsOut } from '../tickets/showing/row-layout.ts';

const THEMES = ['system', 'light', 'dark'] as const;
const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', pl: 'Polski' };
const PLACES = { tickets: '/tickets', board: '/board', todo: '/todo' } as const;

type Run = (group: Command['group'], id: string, label: string, run: () => unknown) => Command;

const command: Run = (group, id, label, run) => ({ id, label, group, run: () => void run() });

export function usePaletteCommands(): Command[] {
  const places = usePlaces();
  const administration = useAdministration();
  const acts = useActs();
  return [...places, ...administration, ...acts];
}

/** The tickets of each state, and what the user has saved. */
function usePlaces(): Command[] {
  const navigate = useNavigate();
  const isDeveloper = useIsDeveloper();
  const views = useQuery({ ...viewsQuery, enabled: isDeveloper }).data ?? [];
  return [
    ...STATUSES.map((status) =>
      command('go', `state ${status}`, t('commands.state', { status: t(`status.${status}`) }), () =>
        navigate({ to: isDeveloper ? '/tickets' : '/my', search: { status } }),
      ),
    ),
    ...views.map(({ id, name, page, query }) =>
      command('go', `view ${id}`, t('commands.view', { name }), () =>
        navigate({ to: PLACES[page], search: readSearch(Object.fromEntries(new URLSearchParams(query))) }),
      ),
    ),
  ];
}

function useAdministration(): Command[] {
  const navigate = useNavigate();
  const go = (section: AdminSection, open?: 'invite') =>
    navigate({ to: '/admin/$section', params: { section }, search: open ? { open } : {} });
  if (!useIsDeveloper()) return [];
  return [
    ...ADMIN_SECTIONS.map((section) =>
      command('go', `admin ${section}`, t('commands.admin', { section: t(`admin.${section}`) }), () => go(section)),
    ),
    command('app', 'invite', t('commands.invite'), () => go('users', 'invite')),
  ];
}

/** What the user changes for themselves. */
function useActs(): Command[] {
  const me = useMe();
  const client = useQueryClient();
  const leave = useLeaving();
  const speak = async (language: Language) => {
    try {
      client.setQueryData(meQuery.queryKey, await enqueue('me', () => changeProfile({ language })));
      await chooseLanguage(language);
    } catch (error) {
      toastRefusal(error);
    }
  };
  return [
    ...THEMES.map((theme) =>
      command('app', `theme ${theme}`, t('commands.theme', { theme: t(`theme.${theme}`) }), () => chooseTheme(theme)),
    ),
    ...DENSITIES.map((density) =>
      command('app', `density ${density}`, `${t('density.title')}: ${t(`density.${density}`)}`, () =>
        layRowsOut({ density }),
      ),
    ),
    ...LANGUAGES.filter((language) => language !== me.language).map((language) =>
      command('app', `language ${language}`, t('commands.language', { language: LANGUAGE_NAMES[language] }), () =>
        speak(language),
      ),
    ),
    command('app', 'sign out', t('commands.signOut'), () => leave(signOut)),
  ];
}
