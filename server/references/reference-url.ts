import { invalidField } from '../failure.ts';

/**
 * Refuses an address for what the schema cannot check: text that is no address, and a user name or password in it.
 * Everyone who reads the ticket would read those, and `https://git.example.com@elsewhere.example` leads elsewhere.
 *
 * @throws Failure `validation_error`.
 */
export function refuseUrl(text: string): void {
  const url = URL.parse(text);
  if (url === null) throw invalidField('url', 'format', '"url" must be a complete http or https address.');
  if (url.username || url.password)
    throw invalidField('url', 'format', '"url" must not carry a user name or password; leave them out.');
}
