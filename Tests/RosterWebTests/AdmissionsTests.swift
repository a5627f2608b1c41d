#if Web
  import NIOCore
  import Synchronization
  import Testing

  @testable import RosterWeb

  @Suite struct AdmissionsTests {
    private static let second: UInt64 = 1_000_000_000

    private func address(_ text: String) throws -> ClientAddress {
      try ClientAddress(SocketAddress(ipAddress: text, port: 1))
    }

    /// The number of the admitted connection, or why it was refused.
    private func admit(
      _ admissions: Admissions, _ address: ClientAddress,
      close: @escaping @Sendable () -> Void = {}
    ) -> (id: Int?, closeOther: (@Sendable () -> Void)?, reason: WebServerCounts.Reason?) {
      switch admissions.admit(address, at: 0, close: close) {
      case .admitted(let id, let closeOther): (id, closeOther, nil)
      case .refused(let reason): (nil, nil, reason)
      }
    }

    @Test func addressesAreToldApartByNetwork() throws {
      #expect(try address("10.0.0.1") == address("::ffff:10.0.0.1"))
      #expect(try address("2001:db8::1") == address("2001:db8::2"))
      #expect(try address("2001:db8::1") != address("2001:db8:0:1::1"))
      #expect(try address("127.0.0.9").isLoopback)
      #expect(try address("::1").isLoopback)
      #expect(try !address("10.0.0.1").isLoopback)
      #expect(ClientAddress(nil).isLoopback)
    }

    @Test func busyConnectionsAreNotReplaced() throws {
      var bounds = WebServerBounds()
      bounds.connectionCount = 2
      let admissions = Admissions(bounds)
      let address = try address("127.0.0.1")
      for _ in 0..<2 { admissions.hasAsked(try #require(admit(admissions, address).id)) }
      #expect(admit(admissions, address).reason == .connections)
      admissions.release(1, at: 0)
      #expect(admit(admissions, address).id != nil)
    }

    @Test func oldestSilentConnectionMakesRoom() throws {
      var bounds = WebServerBounds()
      bounds.connectionCount = 3
      let admissions = Admissions(bounds)
      let address = try address("127.0.0.1")
      let closed = Atomic<Int>(0)
      admissions.hasAsked(try #require(admit(admissions, address).id))
      _ = admit(admissions, address) { closed.store(2, ordering: .relaxed) }
      _ = admit(admissions, address) { closed.store(3, ordering: .relaxed) }
      let closeOther = try #require(admit(admissions, address).closeOther)
      closeOther()
      #expect(closed.load(ordering: .relaxed) == 2)
      // It closes later, which changes nothing any more.
      admissions.release(2, at: 0)
      #expect(admit(admissions, address).closeOther != nil)
    }

    @Test func addressIsBoundedWithoutHarmToOthers() throws {
      var bounds = WebServerBounds()
      bounds.connectionCountPerAddress = 2
      bounds.sessionCountPerAddress = 1
      let admissions = Admissions(bounds)
      let crowd = try address("10.0.0.1")
      let other = try address("10.0.0.2")
      for _ in 0..<2 { admissions.hasAsked(try #require(admit(admissions, crowd).id)) }
      #expect(admit(admissions, crowd).reason == .connectionsOfAddress)
      #expect(admit(admissions, other).id != nil)
      #expect(admissions.openSession(of: crowd, at: 0))
      #expect(!admissions.openSession(of: crowd, at: 0))
      #expect(admissions.openSession(of: other, at: 0))
      admissions.closeSession(of: crowd, at: 0)
      #expect(admissions.openSession(of: crowd, at: 0))
    }

    @Test func requestsOfAnAddressAreBounded() throws {
      var bounds = WebServerBounds()
      bounds.requestRate = .init(perSecond: 2, burst: 3)
      let admissions = Admissions(bounds)
      let address = try address("10.0.0.1")
      let results = (0..<4).map { _ in admissions.takeRequest(of: address, at: 0) }
      #expect(results == [true, true, true, false])
      #expect(try admissions.takeRequest(of: self.address("10.0.0.2"), at: 0))
      let later = (0..<3).map { _ in admissions.takeRequest(of: address, at: Self.second) }
      #expect(later == [true, true, false])
    }
  }
#endif
