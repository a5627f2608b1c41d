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
  /// How long a client may take to read an answer.
  private static let longestWait = Duration.seconds(60)
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

  /// What was waiting at a socket that takes connections.
  enum Waiting: Hashable {
    case connection(Int32)
    case nothing
    /// A connection may wait, but cannot be taken: the process has no descriptor left, or an application that was
    /// suspended has lost the socket.
    case failure
  }

  /// Takes a connection, without waiting for one.
  static func connection(of listening: Int32) -> Waiting {
    let taken = accept(listening, nil, nil)
    guard taken >= 0 else {
      switch errno {
      // A client may have gone before it was taken.
      case EAGAIN, EINTR, ECONNABORTED: return .nothing
      default: return .failure
      }
    }
    _ = fcntl(taken, F_SETFD, FD_CLOEXEC)
    // Some systems hand on that calls do not wait.
    _ = fcntl(taken, F_SETFL, 0)
    #if canImport(Darwin)
      set(SO_NOSIGPIPE, 1, of: taken)
    #endif
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      set(option, timeval(tv_sec: patienceSeconds, tv_usec: 0), of: taken)
    }
    return .connection(taken)
  }

  /// Reads what a client has sent, waiting for a byte at least.
  ///
  /// - Parameter end: When to give up if signals break off the wait.
  /// - Returns: At most `countMax` bytes; none if the client has ended, or is too slow.
  static func received(
    from connection: Int32, countMax: Int, until end: ContinuousClock.Instant = .now + longestWait
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: countMax) { bytes, count in
      count = max(0, uninterrupted(until: end) { recv(connection, bytes.baseAddress, countMax, 0) })
    }
  }

  /// Sends bytes.
  ///
  /// - Parameter end: When to give up if the client reads only a little at a time.
  /// - Returns: Whether the system has taken them all.
  @discardableResult
  static func deliver(
    _ bytes: [UInt8], to connection: Int32,
    until end: ContinuousClock.Instant = .now + longestWait
  ) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        guard ContinuousClock.now < end else { return false }
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = uninterrupted(until: end) {
          send(connection, part.baseAddress, part.count, sendOptions)
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Calls the system again if a signal has broken off the call. The system itself begins no call again that has a time
  /// limit.
  static func uninterrupted(until end: ContinuousClock.Instant, _ call: () -> Int) -> Int {
    while true {
      let count = call()
      guard count < 0, errno == EINTR, ContinuousClock.now < end else { return count }
    }
  }

  /// Ends a connection of which not everything was read.
  ///
  /// To close it at once would reset it, and the client might not see the answer. So this reads on for a second, or
  /// until the client ends.
  static func endUnread(_ connection: Int32) {
    shutdown(connection, Int32(SHUT_WR))
    set(SO_RCVTIMEO, timeval(tv_sec: 1, tv_usec: 0), of: connection)
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end {
      if received(from: connection, countMax: 65_536, until: end).isEmpty { break }
    }
    close(connection)
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
