export { countRefusedSignIn, listAuditRows, recordAudit, staleRecords } from './audit/audit-store.ts';
export { SecurityLog } from './audit/security-log.ts';
export {
  changeLogo,
  changeSettings,
  findLogo,
  holdSettings,
  type PermitSignIn,
  showPublicSettings,
  storeSettings,
} from './change-settings.ts';
export {
  AppAddress,
  DEFAULT_LIVE_ENVIRONMENT,
  DEFAULT_REOPEN_DAYS,
  type EffectiveSettings,
  effectiveSettings,
  hasOidc,
  isSecret,
  readSetting,
  readSettings,
  removeSetting,
  settingChangedAt,
  storedSetting,
  storedSettings,
  storeSetting,
} from './effective-settings.ts';
export { answerOnce, fingerprintOf, RunningRequests } from './idempotency/answer-once.ts';
export { gitPurpose, open, openPlace, seal, sealPlace, webhookPurpose } from './sealed.ts';
export { isMailProven } from './test-mail.ts';
