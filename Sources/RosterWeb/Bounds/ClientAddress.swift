#if Web
  import Foundation
  import NIOCore

  /// The address of a client, as far as clients are told apart by it: an address of IPv4, or the network
  /// of one of IPv6, of which a client has them all.
  struct ClientAddress: Hashable, Sendable {
    let network: UInt64
    let isLoopback: Bool

    init(_ address: SocketAddress?) {
      switch address {
      case .v4(let address):
        let bytes = withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        self.init(ipv4: bytes[...])
      case .v6(let address):
        let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
        if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
          self.init(ipv4: bytes[12...])
        } else {
          self.init(
            network: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            isLoopback: bytes == Array(repeating: 0, count: 15) + [1])
        }
      case .unixDomainSocket, nil:
        self.init(network: 0, isLoopback: true)
      }
    }

    private init(ipv4 bytes: ArraySlice<UInt8>) {
      // The mark keeps them apart from networks of IPv6.
      self.init(
        network: bytes.reduce(0xFFFF) { $0 << 8 | UInt64($1) }, isLoopback: bytes.first == 127)
    }

    private init(network: UInt64, isLoopback: Bool) {
      self.network = network
      self.isLoopback = isLoopback
    }
  }
#endif
