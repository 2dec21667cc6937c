import ipaddr from 'ipaddr.js';

/** The part of an IPv6 address that names a network: who has one has 2⁶⁴ addresses. */
const networkParts = 4;

/**
 * Whom an address is counted as, where a sender is known by it alone: an IPv4 address, or the /64
 * network of an IPv6 address.
 */
export function senderAt(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.parts
    .slice(0, networkParts)
    .map((part) => part.toString(16))
    .join(':');
}
