import { type OwnId, ownIdsIn } from '../addresses.ts';

/** What a report about a delivery tells (RFC 3464 § 2.3). */
export interface BounceReport {
  /** `failed`, `delayed`, `delivered`, `relayed`, `expanded`; null when it tells none. */
  readonly action: string | null;
  readonly status: string | null;
  /** Which of our mails it is about. */
  readonly about: OwnId | null;
}

/** @param report the parts of it that are no prose, as text. */
export function bounceIn(report: string, domain: string): BounceReport {
  return {
    action: /^Action:\s*([A-Za-z]+)/im.exec(report)?.[1]?.toLowerCase() ?? null,
    status: /^Status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(report)?.[1] ?? null,
    about: ownIdsIn(report, domain)[0] ?? null,
  };
}

/** Whether the address will never take mail. */
export const isPermanent = ({ action, status }: Pick<BounceReport, 'action' | 'status'>): boolean =>
  action === 'failed' && status?.startsWith('5.') === true;
