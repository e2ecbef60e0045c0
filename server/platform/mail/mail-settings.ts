/** The settings that mailers read (docs/rules/settings.md#mail). A string that is not set is empty. */
export interface MailSettings {
  readonly mail_provider: 'smtp' | 'ses' | null;
  readonly smtp_host: string;
  readonly smtp_port: number;
  readonly smtp_user: string;
  readonly smtp_pass: string;
  readonly smtp_from: string;
  readonly ses_region: string;
  readonly ses_access_key_id: string;
  readonly ses_secret_access_key: string;
  readonly ses_session_token: string;
  readonly ses_from: string;
  readonly ses_endpoint: string;
}

export type SmtpSettings = Pick<MailSettings, 'smtp_host' | 'smtp_port' | 'smtp_user' | 'smtp_pass' | 'smtp_from'>;
export type SesSettings = Pick<
  MailSettings,
  'ses_region' | 'ses_access_key_id' | 'ses_secret_access_key' | 'ses_session_token' | 'ses_from' | 'ses_endpoint'
>;
