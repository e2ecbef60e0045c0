import { invalidField } from '../failure.ts'

/**
 * What the schema cannot say of an address: that it is one, and that it carries neither a name nor a password. Those
 * would be read by everyone who reads the ticket, and `https://git.example.com@elsewhere.example` leads elsewhere.
 *
 * @throws Failure `validation_error`.
 */
export function refuseUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null) throw invalidField('url', 'format', '"url" must be a complete http or https address.')
  if (url.username || url.password)
    throw invalidField('url', 'format', '"url" must not carry a user name or password; leave them out.')
}
