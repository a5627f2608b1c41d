#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Sockets of the system at 127.0.0.1, which no other machine reaches. Each is named by its descriptor.
enum LoopbackSocket {
  /// How long a client may keep a call waiting that reads or writes.
  private static let patienceSeconds = 10
  private static let waitingConnectionCountMax: Int32 = 32

  /// Begins to take connections.
  ///
  /// - Parameter port: The port; 0 for a free one.
  /// - Returns: The socket, of which connections are taken without waiting, and its port.
  /// - Throws: `InspectorServerError` if the port is in use, or may not be used.
  static func open(at port: UInt16) throws(InspectorServerError) -> (socket: Int32, port: UInt16) {
    let opened = socket(AF_INET, streamKind, 0)
    guard opened >= 0 else { throw InspectorServerError(port: Int(port), errorNumber: errno) }
    set(SO_REUSEADDR, 1, of: opened)
    _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
    _ = fcntl(opened, F_SETFL, O_NONBLOCK)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(opened, address, length) == 0 && listen(opened, waitingConnectionCountMax) == 0
          && getsockname(opened, address, &length) == 0
      }
    }
    guard isOpen else {
      let errorNumber = errno
      end(opened)
      throw InspectorServerError(port: Int(port), errorNumber: errorNumber)
    }
    return (opened, UInt16(bigEndian: address.sin_port))
  }

  /// Takes a connection; returns `nil` if there is none any more.
  static func connection(of listening: Int32) -> Int32? {
    let taken = accept(listening, nil, nil)
    guard taken >= 0 else { return nil }
    _ = fcntl(taken, F_SETFD, FD_CLOEXEC)
    // Some systems hand on that calls do not wait.
    _ = fcntl(taken, F_SETFL, 0)
    #if canImport(Darwin)
      set(SO_NOSIGPIPE, 1, of: taken)
    #endif
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      set(option, timeval(tv_sec: patienceSeconds, tv_usec: 0), of: taken)
    }
    return taken
  }

  /// Reads what a client has sent, waiting for a byte at least.
  ///
  /// - Returns: At most `countMax` bytes; none if the client has ended, or is too slow.
  static func received(from connection: Int32, countMax: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: countMax) { bytes, count in
      count = max(0, recv(connection, bytes.baseAddress, countMax, 0))
    }
  }

  /// Sends bytes.
  ///
  /// - Returns: Whether the client has taken them.
  @discardableResult
  static func deliver(_ bytes: [UInt8], to connection: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = send(connection, part.baseAddress, part.count, sendOptions)
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Gives a socket back to the system.
  static func end(_ socket: Int32) { close(socket) }

  /// The system's words for an error.
  static func reason(of errorNumber: Int32) -> String { String(cString: strerror(errorNumber)) }

  private static func set<Value>(_ option: Int32, _ value: Value, of socket: Int32) {
    withUnsafeBytes(of: value) { value in
      _ = setsockopt(socket, SOL_SOCKET, option, value.baseAddress, socklen_t(value.count))
    }
  }

  /// A client that has gone is not to end the process by a signal.
  private static var sendOptions: Int32 {
    #if canImport(Darwin)
      0
    #else
      Int32(MSG_NOSIGNAL)
    #endif
  }

  private static var streamKind: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }
}
