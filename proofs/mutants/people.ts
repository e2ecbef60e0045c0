import type { Mutant } from './mutant.ts';

/** Defences around people and the records of what is done to them. */
export const PEOPLE: readonly Mutant[] = [
  {
    breaks: 'a change of settings is recorded',
    file: 'server/settings/change-settings.ts',
    from: 'if (names.length > 0) await',
    to: 'if (names.length > 99) await',
    tests: ['server/settings/audit/audit.api.test.ts'],
  },
  {
    breaks: 'a deactivation is recorded',
    file: 'server/people/users/users.ts',
    from: 'if (before.is_active !== after.is_active)',
    to: 'if (false)',
    tests: ['server/settings/audit/audit.api.test.ts'],
  },
  {
    breaks: 'nobody is invited whose domain may not sign in',
    file: 'server/people/users/addresses.ts',
    from: 'permitDomain(settings, address)',
    to: '',
    tests: ['server/people/users/invitations.api.test.ts'],
  },
  {
    breaks: 'an invitation waits for another one to the same address',
    file: 'server/people/users/addresses.ts',
    from: 'await work.lock(`sign-in',
    to: 'void (`sign-in',
    on: 'postgres',
    tests: ['server/people/users/invitations.api.test.ts'],
  },
  {
    breaks: 'a wrong code is in the log',
    file: 'server/people/sessions/sessions.ts',
    from: 'log.wrongCode(request, entered.isWrongFor);',
    to: '',
    tests: ['server/settings/audit/security-log.api.test.ts'],
  },
  {
    breaks: 'a change is in the log only once',
    file: 'server/platform/work.ts',
    from: 'for (const entry of audited)',
    to: 'for (const entry of [...audited, ...audited])',
    tests: ['server/settings/audit/security-log.api.test.ts'],
  },
  {
    breaks: 'no address of a client is in the log',
    file: 'server/settings/audit/security-log.ts',
    from: 'hashOf(clientAddress)',
    to: 'clientAddress',
    tests: ['server/settings/audit/security-log.api.test.ts'],
  },
  {
    breaks: 'no client floods the log',
    file: 'server/settings/audit/security-log.ts',
    from: 'written >= PER_CLIENT || ',
    to: '',
    tests: ['server/settings/audit/line-limit.test.ts', 'server/settings/audit/security-log.api.test.ts'],
  },
  {
    breaks: 'nobody is invited who has signed in by now',
    file: 'server/delivery/notifications/personal-mails.ts',
    from: 'if (person.last_login !== null) return null',
    to: '',
    tests: ['server/people/users/invitations.api.test.ts'],
  },
  {
    breaks: 'nobody who is gone is mailed a personal event',
    file: 'server/delivery/notifications/personal-mails.ts',
    from: 'person?.is_active !== 1 || ',
    to: 'person === undefined || ',
    tests: ['server/people/users/invitations.api.test.ts'],
  },
  {
    breaks: 'developers who have never signed in are mailed no new tickets',
    file: 'server/delivery/notifications/recipients.ts',
    from: 'last_login !== null',
    to: 'last_login !== undefined',
    tests: ['server/people/users/invitations.api.test.ts'],
  },
];
