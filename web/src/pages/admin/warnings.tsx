import { Link } from '@tanstack/react-router';
import type { Settings } from '../../backend/settings.ts';
import { buttonClass } from '../../design/button.tsx';
import { Warning } from '../../design/warning.tsx';
import { type TextKey, t } from '../../texts/texts.ts';

interface Problem {
  /** The part of the administration that mends it, and says so itself. */
  section: 'application' | 'mail';
  text: TextKey;
  holds: (settings: Settings) => boolean;
}

const PROBLEMS: Problem[] = [
  { section: 'application', text: 'administered.noAddress', holds: ({ app_url }) => app_url === '' },
  { section: 'mail', text: 'setting.mailProblem', holds: ({ mail_problem }) => mail_problem !== null },
];

/** What is wrong with the settings, on every page of the administration but the one that mends it. */
export function Warnings({ settings, section }: { settings: Settings; section: string }) {
  return PROBLEMS.filter((problem) => problem.section !== section && problem.holds(settings)).map((problem) => (
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
