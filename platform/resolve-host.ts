import { Resolver } from 'node:dns/promises';

const ANSWER_TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Whether a name means this machine whatever name servers say (RFC 6761). */
export function isLocalName(hostname: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(hostname);
}

/** The addresses of a host name, at least one. @throws when it has none or no name server answers */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/**
 * Asks name servers directly: the operating system's way keeps one of four threads busy for each name whose server does
 * not answer, and four dead names would keep everybody waiting.
 *
 * @param servers name servers, with ports if need be; those of the machine unless told otherwise
 */
export function createHostResolver(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: ANSWER_TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    if (isLocalName(hostname)) return ['127.0.0.1', '::1'];
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
    return addresses;
  };
}
