import { Failure, invalidField } from '../failure.ts';
import { type OutboundGuard, OutboundRefused } from './outbound-guard.ts';

/**
 * Checks an address before it is stored. It asks the resolver, so call it outside of any transaction.
 *
 * @param field the name of the field that has the address.
 * @throws Failure `url_not_allowed` (docs/rules/events.md#webhooks); `validation_error` for what is no address at all.
 */
export async function permitUrl(guard: OutboundGuard, field: string, address: string): Promise<void> {
  const url = URL.parse(address);
  if (url === null)
    throw invalidField(field, 'format', `"${field}" must be a web address such as https://example.com/.`);
  try {
    await guard.check(url);
  } catch (error) {
    throw error instanceof OutboundRefused ? new Failure('url_not_allowed', { message: error.message }) : error;
  }
}
