import type { FastifyRequest } from 'fastify';
import proxyaddr from 'proxy-addr';
import type { Config } from '../config/config.ts';
import { Failure } from '../failure.ts';

/**
 * Refuses clients whose address is not in METRICS_ALLOW, by the same address as the limits: for what only those may read
 * who operate Kwit. It refuses a request that a proxy has forwarded when TRUST_PROXY does not name the proxy: behind a
 * proxy on this machine, every client would have this machine's address.
 *
 * @returns throws Failure `forbidden`.
 */
export function operatorAddresses({ metricsAllow, trustProxy }: Pick<Config, 'metricsAllow' | 'trustProxy'>) {
  const isAllowed = proxyaddr.compile([...metricsAllow]);
  const isTrusted = proxyaddr.compile([...trustProxy]);
  return (request: FastifyRequest): void => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    const isHidden = isForwarded && !isTrusted(request.ip, 0);
    if (isHidden || !isAllowed(request.clientAddress, 0))
      throw new Failure('forbidden', { message: 'Only the addresses in METRICS_ALLOW may read this.' });
  };
}
