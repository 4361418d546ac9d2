"""The address under which a client is counted, for limits on connections, requests and wrong passwords."""

import ipaddress
from functools import lru_cache


@lru_cache(maxsize=4096)
def counted_as(address: str) -> str:
    """The address itself; for IPv6 its /64, because one customer usually has all of it."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found)
