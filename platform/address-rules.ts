import { BlockList, isIP } from 'node:net';

/** IPv4 addresses that are nobody's on the public internet (IANA special-purpose registry), multicast included. */
const NOT_PUBLIC_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Ranges whose last 32 bits are an IPv4 address that is what is really talked to: mapped, and translated (NAT64). */
const IPV4_PREFIXES = ['::ffff:', '64:ff9b::'] as const;
const IPV4_PREFIX_BITS = 96;

/** Assigned to the public internet, less the special ranges in it: Teredo and other protocols, documentation, 6to4. */
const PUBLIC_IPV6 = [['2000::', 3]] as const;
const NOT_PUBLIC_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

type Range = readonly [network: string, prefix: number];

const embeddedIn = (prefix: string) =>
  NOT_PUBLIC_IPV4.map(([network, bits]) => [`${prefix}${network}`, IPV4_PREFIX_BITS + bits] as const);

const notPublicIpv4 = listOf(NOT_PUBLIC_IPV4, 'ipv4');
const publicIpv6 = listOf([...PUBLIC_IPV6, ...IPV4_PREFIXES.map((it) => [`${it}0.0.0.0`, IPV4_PREFIX_BITS] as const)]);
const notPublicIpv6 = listOf([...NOT_PUBLIC_IPV6, ...IPV4_PREFIXES.flatMap(embeddedIn)]);
const loopbackIpv4 = listOf([['127.0.0.0', 8]], 'ipv4');
const loopbackIpv6 = listOf([['::1', 128]]);

function listOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6' = 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

/** Whether an IP address (as text, without brackets) belongs to the public internet. False for what is no address. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone (fe80::1%eth0) is local by nature, and the lists refuse to look at it.
  if (address.includes('%')) return false;
  const family = isIP(address);
  if (family === 4) return !notPublicIpv4.check(address, 'ipv4');
  return family === 6 && publicIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6');
}

/** Whether an IP address (as text, without brackets) is this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family === 4 ? loopbackIpv4.check(address, 'ipv4') : family === 6 && loopbackIpv6.check(address, 'ipv6');
}
