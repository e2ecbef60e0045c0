import type { SettingsChange } from '../../contract/settings.ts';
import type { OutboundGuard } from '../outbound/outbound-guard.ts';
import { permitUrl } from '../outbound/permit-url.ts';
import type { EffectiveSettings } from './effective-settings.ts';

/**
 * Checks a new address of the mail service before it is stored (docs/rules/service.md#calls-out). The address that
 * holds already may be sent back as it is.
 *
 * @throws Failure `url_not_allowed`.
 */
export async function permitEndpoint(guard: OutboundGuard, current: EffectiveSettings, changes: SettingsChange) {
  const { ses_endpoint: endpoint } = changes;
  if (endpoint && endpoint !== current.ses_endpoint) await permitUrl(guard, 'ses_endpoint', endpoint);
}
