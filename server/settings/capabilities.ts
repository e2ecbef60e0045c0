import { CAPABILITIES, type Capability } from '../../contract/settings.ts';
import type { EffectiveSettings } from './effective-settings.ts';

type Deciding = Pick<EffectiveSettings, 'edition' | 'feature_flags'>;

/** Whether a capability is on: by its flag, else by the edition (docs/rules/settings.md#capabilities). */
export const isOn = ({ edition, feature_flags }: Deciding, name: Capability): boolean =>
  feature_flags[name] ?? (name.startsWith('core_') || edition === 'enterprise');

export const capabilitiesOf = (settings: Deciding): Record<Capability, boolean> =>
  Object.fromEntries(CAPABILITIES.map((name) => [name, isOn(settings, name)])) as Record<Capability, boolean>;
