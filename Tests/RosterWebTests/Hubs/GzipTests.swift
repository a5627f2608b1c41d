#if Sync
  import RosterTestKit
  import Testing

  @testable import RosterSync
  @testable import RosterWeb

  /// Messages as gzip.
  @Suite struct GzipTests {
    @Test func whatIsCompressedComesBack() throws {
      var random = SplitMix64(seed: 1)
      for count in [0, 1, 2, 511, 65_535, 65_536, 65_537, 300_000] {
        for letterCount in [1, 3, 256] {
          let bytes = (0..<count).map { _ in UInt8(random.index(below: letterCount)) }
          let gzip = try #require(Gzip.compressed(bytes))
          #expect(try Gzip.decompressed(gzip, atMost: count) == bytes)
        }
      }
    }

    @Test func nothingLargerThanTheBoundComesBack() throws {
      let gzip = try #require(Gzip.compressed(Array(repeating: 0, count: 100_000)))
      #expect(throws: Gzip.Failure.tooLarge) { try Gzip.decompressed(gzip, atMost: 99_999) }
      #expect(try Gzip.decompressed(gzip, atMost: 100_000).count == 100_000)
    }

    @Test func whatIsDamagedOrGoesOnIsRefused() throws {
      let bytes = Array("a list of some words, of which some are words".utf8)
      let gzip = try #require(Gzip.compressed(bytes))
      #expect(throws: Gzip.Failure.malformed) { try Gzip.decompressed([], atMost: 100) }
      #expect(throws: Gzip.Failure.malformed) { try Gzip.decompressed(bytes, atMost: 100) }
      #expect(throws: Gzip.Failure.malformed) { try Gzip.decompressed(gzip + [0], atMost: 100) }
      for count in 0..<gzip.count {
        #expect(throws: Gzip.Failure.malformed) {
          try Gzip.decompressed(Array(gzip.prefix(count)), atMost: 100)
        }
      }
      for index in 10..<gzip.count {
        var damaged = gzip
        damaged[index] ^= 1
        #expect(throws: Gzip.Failure.self) { try Gzip.decompressed(damaged, atMost: 100) }
      }
    }
  }
#endif
