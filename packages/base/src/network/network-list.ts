// Addresses and networks of a config → whether an address is in one of them.
import { groupsOf } from "./address.ts";

export interface Network {
  readonly groups: readonly number[];
  /** The number of leading bits of the 128 that count. */
  readonly bits: number;
}

const CIDR = /^(?<address>[^/]+)(?:\/(?<bits>\d{1,3}))?$/;

const IPV4_OFFSET = 96;

/**
 * `10.0.0.0/8`, `2001:db8::/32`, or one address. Undefined for other texts. Bits after the prefix are
 * ignored.
 */
export function parseNetwork(text: string): Network | undefined {
  const { address = "", bits } = CIDR.exec(text.trim())?.groups ?? {};
  const groups = groupsOf(address);
  if (groups === undefined) return undefined;
  // A dotted address has 32 bits, even in IPv6 spelling.
  const offset = address.includes(":") ? 0 : IPV4_OFFSET;
  const prefix = bits === undefined ? 128 : Number(bits) + offset;
  return prefix > 128 ? undefined : { groups, bits: prefix };
}

/** Whether a network is all of IPv4, or all of IPv6. */
export function isEverything({ groups, bits }: Network): boolean {
  return bits === 0 || (bits <= IPV4_OFFSET && isMapped(groups));
}

/** The returned function takes addresses as `canonicalAddress` spells them; other texts are in no network. */
export function createNetworkList(networks: readonly Network[]): (address: string) => boolean {
  return (address) => {
    const groups = groupsOf(address);
    return groups !== undefined && networks.some((network) => contains(network, groups));
  };
}

function contains({ groups, bits }: Network, address: readonly number[]): boolean {
  return groups.every((group, at) => {
    const counted = Math.min(16, Math.max(0, bits - at * 16));
    const ignored = 16 - counted;
    return group >> ignored === (address[at] as number) >> ignored;
  });
}

function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}
