import ipaddr from 'ipaddr.js';

/** The internet's own addresses: what else is unassigned, or leads to others. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the internet. Not those that stand for an IPv4 address (mapped, NAT64, 6to4,
 * Teredo): a gateway of the network may lead them anywhere.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(global6);
}

/** Whether an address is in one of the networks, such as `10.0.0.0/8` or `::1`. */
export function isInNetworks(text: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return networks.some((network) => {
    const [range, bits] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : wholeOf(ipaddr.parse(network));
    return range.kind() === address.kind() && address.match(range, bits);
  });
}

const wholeOf = (address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
];
