/** The pages of the administration in their three groups. */
export const ADMIN_GROUPS = {
  work: ['projects', 'labels', 'fields', 'promises', 'templates', 'glossary'],
  people: ['users', 'teams', 'sign-in', 'tokens'],
  service: [
    'application',
    'mail',
    'mail-in',
    'mail-in-setup',
    'records',
    'acts',
    'webhooks',
    'git',
    'outbox',
    'data',
    'telemetry',
    'about',
  ],
} as const;
export type AdminSection = (typeof ADMIN_GROUPS)[keyof typeof ADMIN_GROUPS][number];

export const ADMIN_SECTIONS: readonly AdminSection[] = Object.values(ADMIN_GROUPS).flat();
