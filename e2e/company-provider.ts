/** A real OpenID provider on the loopback interface, in which whoever comes types who they are. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface CompanyProvider {
  readonly issuer: string;
  /** As `OUTBOUND_ALLOW` names it. */
  readonly host: string;
  /** Gets to know the client, whose address follows from where Kwit listens. */
  knows: (client: { readonly id: string; readonly secret: string; readonly origin: string }) => void;
  close: () => Promise<void>;
}

/** @param groups those that everybody is in. */
export async function openCompanyProvider(groups: readonly string[] = []): Promise<CompanyProvider> {
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  const claimsOf = (sub: string) => ({
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    name: sub,
    groups: [...groups],
  });
  return {
    issuer,
    host,
    knows: ({ id, secret, origin }) => {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: id,
            client_secret: secret,
            redirect_uris: [`${origin}/api/auth/oidc/callback`],
            grant_types: ['authorization_code'],
            response_types: ['code'],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
        conformIdTokenClaims: false,
        findAccount: (_context, sub) => ({ accountId: sub, claims: () => claimsOf(sub) }),
      });
      answer = provider.callback();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
