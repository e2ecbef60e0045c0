import { AGENTS } from './agents.ts';
import { ANSWERS_MUTANTS } from './answers.ts';
import { BELONGINGS } from './belongings.ts';
import { COMPANY_ACCOUNT } from './company-account.ts';
import { LEAVING } from './leaving.ts';
import { LIMITS } from './limits.ts';
import { MAIL_IN } from './mail-in.ts';
import { MERGING } from './merging.ts';
import { MOVERS } from './movers.ts';
import { MOVING } from './moving.ts';
import type { Mutant } from './mutant.ts';
import { NOTICES } from './notices.ts';
import { OUTBOX } from './outbox.ts';
import { OUTSIDE } from './outside.ts';
import { PASSKEY_MUTANTS } from './passkeys.ts';
import { PEOPLE } from './people.ts';
import { RULES } from './rules.ts';
import { SECRETS } from './secrets.ts';
import { SIGHT } from './sight.ts';
import { SIGN_IN } from './sign-in.ts';
import { STRANGERS } from './strangers.ts';
import { UNSEEN_CHANGES } from './unseen.ts';
import { UPGRADES } from './upgrades.ts';
import { VISIBILITY } from './visibility.ts';
import { WALKED } from './walk.ts';

/** The defences that the tests are tried on. */
export const MUTANTS: readonly Mutant[] = [
  ...VISIBILITY,
  ...SIGHT,
  ...WALKED,
  ...LEAVING,
  ...UNSEEN_CHANGES,
  ...SIGN_IN,
  ...COMPANY_ACCOUNT,
  ...PASSKEY_MUTANTS,
  ...STRANGERS,
  ...PEOPLE,
  ...RULES,
  ...NOTICES,
  ...ANSWERS_MUTANTS,
  ...OUTSIDE,
  ...SECRETS,
  ...AGENTS,
  ...BELONGINGS,
  ...LIMITS,
  ...MOVERS,
  ...MOVING,
  ...OUTBOX,
  ...MERGING,
  ...MAIL_IN,
  ...UPGRADES,
];
