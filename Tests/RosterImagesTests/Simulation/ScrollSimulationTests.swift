import RosterJSON
import RosterMounting
import RosterTestKit
import RosterWidgets
import Testing

@testable import RosterImages
@testable import RosterTerminal

/// Rows are scrolled at random while answers are delayed, reordered, cut, wrong and refused. The
/// same seed gives the same run: everything happens on one thread, on a clock that the test moves.
struct ScrollSimulationTests {
  private static let seeds = Array(UInt64(0)..<10)

  /// What an attempt for an address comes to: most are fine, in the end.
  private static func outcome(of address: String, _ attempt: Int) -> ScriptedOutcome {
    let isRetried = attempt % 3 != 0
    switch FNV1a(of: address.utf8).value % 16 {
    case 0: return .notFound
    case 1: return isRetried ? .overloaded : .picture
    case 2: return isRetried ? .unreachable : .slowPicture
    case 3: return isRetried ? .cut : .picture
    case 4: return .wrongType
    case 5: return .tooLong
    case 6: return .endless
    case 7: return .notAPicture
    case 8, 9, 10: return .slowPicture
    default: return .picture
    }
  }

  private static func neverComes(_ address: String) -> Bool {
    [.notFound, .wrongType, .tooLong, .endless, .notAPicture].contains(outcome(of: address, 3))
  }

  private struct Run {
    let seed: UInt64
    let test: LoaderUnderTest
    let rows: RowsUnderTest
    let memoryMax: Int
    var random: SplitMix64
    var prefetched: [ImageRequest] = []

    init(seed: UInt64, memoryMax: Int, folder: ImageFolder?) {
      self.seed = seed
      self.memoryMax = memoryMax
      var random = SplitMix64(seed: seed)
      test = LoaderUnderTest(seed: seed, folder: folder, ScrollSimulationTests.outcome) {
        $0.memoryByteCountMax = memoryMax
        $0.prefetchCountMax = 10
      }
      // Several rows have the same picture, in equal sizes or different ones.
      let rows = (0..<150).map { _ in
        RowsUnderTest.Row(
          address: "https://example.org/\(random.index(below: 90))",
          width: 4 + random.index(below: 3), height: 2 + random.index(below: 2))
      }
      self.rows = RowsUnderTest(rows, loader: test.loader)
      self.random = random
    }

    mutating func step() throws {
      switch random.index(below: 20) {
      case 0: try rows.scroll(to: random.index(below: rows.offsetMax + 1))
      case 1:
        let index = random.index(below: rows.rows.count)
        let address = "https://example.org/\(random.index(below: 90))"
        try rows.update(index) { $0.address = address }
      case 2:
        let index = random.index(below: rows.rows.count)
        try rows.update(index) { $0.width = $0.width == 4 ? 6 : 4 }
      case 3: rows.images.retryFailed()
      case 4: prefetch()
      case 5 where memoryMax < 10_000: test.loader.removePicturesInMemory()
      default: try rows.scroll(to: rows.offset + random.index(below: 25) - 10)
      }
      for _ in 0..<random.index(below: 12) { test.executor.runNext() }
      if random.happens(percent: 70) {
        test.clock.advance(by: .milliseconds(random.index(below: 300)))
      }
      if random.happens(percent: 60) { rows.images.deliver() }
    }

    private mutating func prefetch() {
      test.loader.cancelPrefetch(prefetched)
      let start = rows.shown.upperBound
      prefetched = (start..<min(start + 8, rows.rows.count)).map { rows.rows[$0].request }
      test.loader.prefetch(prefetched)
    }

    func check(_ place: String) throws {
      let offence = rows.offence()
      try #require(offence == nil, "seed \(seed), \(place): \(offence ?? "")")
      let counts = test.loader.counts
      try #require(
        counts.memoryByteCount <= memoryMax,
        "seed \(seed), \(place): \(counts.memoryByteCount) bytes are in memory")
      try #require(
        test.transport.log.openCountMax <= 6,
        "seed \(seed), \(place): \(test.transport.log.openCountMax) downloads at once")
    }

    /// Lets everything come that is still wanted.
    func settle() {
      test.run(for: .seconds(200), step: .seconds(1))
      rows.images.deliver()
    }
  }

  private func run(
    _ seed: UInt64, scrollCount: Int, memoryMax: Int, folder: ImageFolder? = nil
  ) throws -> Run {
    var run = Run(seed: seed, memoryMax: memoryMax, folder: folder)
    for number in 0..<scrollCount {
      try run.step()
      try run.check("scroll \(number)")
    }
    run.settle()
    try run.check("the end")
    for index in run.rows.shown {
      let row = run.rows.rows[index]
      let content = run.rows.imageView(index)?.loaded
      if Self.neverComes(row.address) {
        guard case .failed? = content else {
          Issue.record("seed \(seed): row \(index) does not show its failure")
          continue
        }
      } else {
        let picture = ScriptedDecoder.picture(for: row.request)
        #expect(
          content == picture.map { .picture($0) },
          "seed \(seed): row \(index) does not show its picture in its size")
      }
    }
    try leave(run)
    return run
  }

  /// Takes all rows away, after which nothing may be left.
  private func leave(_ run: Run) throws {
    try run.rows.removeAll()
    run.test.loader.cancelPrefetch(run.prefetched)
    #expect(run.rows.images.loadingCount == 0, "seed \(run.seed)")
    run.settle()
    #expect(run.test.loader.isIdle, "seed \(run.seed): a request is left behind")
    #expect(run.test.loader.counts.waiting == 0, "seed \(run.seed)")
    #expect(run.test.transport.log.openCount == 0, "seed \(run.seed): a download is left behind")
    #expect(run.test.clock.sleeperCount == 0, "seed \(run.seed): a pause is left behind")
  }

  @Test(arguments: seeds)
  func rowsNeverShowAWrongPictureAndLeaveNothingBehind(_ seed: UInt64) throws {
    // 10,000 scrolls in all, with room for about ten pictures.
    let run = try run(seed, scrollCount: 1_000, memoryMax: 1_000)
    let outcomes = run.test.transport.log.outcomes
    for outcome in ScriptedOutcome.allCases {
      #expect(outcomes[outcome] != nil, "seed \(seed) does not come to \(outcome)")
    }
    #expect(run.test.transport.log.cancelledCount > 0, "seed \(seed) cancels nothing")
  }

  @Test(arguments: seeds)
  func picturesThatStayInMemoryAreDecodedOnce(_ seed: UInt64) throws {
    let run = try run(seed, scrollCount: 1_000, memoryMax: 10_000_000)
    // What cannot be decoded is not kept, and is tried again.
    let decoded = run.test.decoder.decoded.values.filter { !Self.neverComes($0.address) }
    #expect(decoded.count == Set(decoded).count, "seed \(seed)")
    #expect(decoded.count > 50, "seed \(seed)")
  }

  @Test(arguments: seeds.prefix(3))
  func picturesOutOfAFolderAreTheRightOnes(_ seed: UInt64) throws {
    let files = try TemporaryFolder()
    let folder = ImageFolder(path: files.path, byteCountMax: 2_000)
    let run = try run(seed, scrollCount: 300, memoryMax: 1_000, folder: folder)
    #expect(run.test.loader.counts.folderHits > 0, "seed \(seed)")
  }
}
