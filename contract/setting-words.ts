/** The closed lists of words of settings. As in `words.ts`, nothing is imported. */

export const MAIL_PROVIDERS = ['smtp', 'ses'] as const;

/**
 * How developers are mailed of new tickets: not at all, of each at once, or once an hour of all
 * (docs/rules/notices.md#new-tickets).
 */
export const NEW_TICKET_NOTICES = ['off', 'each', 'digest'] as const;

/** The rights of agents through /mcp: none, to read, or to write as well (docs/rules/mcp.md#settings). */
export const MCP_MODES = ['off', 'read', 'write'] as const;
export type McpMode = (typeof MCP_MODES)[number];

/** Whose texts agents get: everybody's, or those of developers alone (docs/rules/mcp.md#texts-of-people). */
export const REPORTERS_TEXTS = ['full', 'developers_only'] as const;
export type ReportersTexts = (typeof REPORTERS_TEXTS)[number];

export const EDITIONS = ['open_core', 'enterprise'] as const;

export const MAIL_SECRETS = [
  'smtp_pass',
  'smtp_oauth',
  'ses_access_key_id',
  'ses_secret_access_key',
  'ses_session_token',
] as const;

export const SECRET_SETTINGS = [...MAIL_SECRETS, 'oidc_client_secret'] as const;

/** The capabilities that a flag or the edition turns on (docs/rules/settings.md#capabilities). */
export const CAPABILITIES = [
  'core_tickets',
  'core_board',
  'core_devtodo',
  'core_admin',
  'enterprise_automation',
  'enterprise_support_threads',
  'enterprise_sso_google',
  'enterprise_sso_microsoft',
  'enterprise_sso_saml',
  'enterprise_audit_immutable',
  'enterprise_audit_export',
  'enterprise_data_retention',
  'enterprise_custom_workflows',
  'enterprise_multi_team',
  'enterprise_ai_recall',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** The capability that GET /api/settings/enterprise-check is about. */
export const CHECKED_FEATURE = 'enterprise_automation' satisfies Capability;
