import { Link } from '@tanstack/react-router';
import type { AdminSection } from '../../administration/sections.ts';
import type { Settings } from '../../backend/settings.ts';
import { buttonClass } from '../../design/button.tsx';
import { Warning } from '../../design/warning.tsx';
import { type TextKey, t } from '../../texts/texts.ts';

interface Problem {
  /** The part of the administration that mends it, and says so itself. */
  section: 'application' | 'mail';
  text: TextKey;
  /** The other parts that it concerns. */
  concerns: readonly AdminSection[];
  holds: (settings: Settings) => boolean;
}

const PROBLEMS: Problem[] = [
  {
    section: 'application',
    text: 'administered.noAddress',
    concerns: ['mail', 'mail-in'],
    holds: ({ app_url }) => app_url === '',
  },
  {
    section: 'mail',
    text: 'setting.mailProblem',
    concerns: ['application', 'mail-in', 'sign-in', 'users', 'outbox'],
    holds: ({ mail_problem }) => mail_problem !== null,
  },
];

/** What is wrong with the settings, on the pages of the administration that it concerns. */
export function Warnings({ settings, section }: { settings: Settings; section: AdminSection }) {
  return PROBLEMS.filter(({ concerns, holds }) => concerns.includes(section) && holds(settings)).map((problem) => (
    <Warning
      key={problem.section}
      text={t(problem.text)}
      action={
        <Link to="/admin/$section" params={{ section: problem.section }} search={{}} className={buttonClass()}>
          {t('admin.open', { section: t(`admin.${problem.section}`) })}
        </Link>
      }
    />
  ));
}
