import Foundation
import RosterFuzz
import RosterTestKit
import Testing

/// Every file of the corpora goes through every target, as the fuzzer would give it.
struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/fuzz").standardized

  private static func files(of target: FuzzTarget) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: target.rawValue), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  @Test func everyTargetHasACorpusAndEveryCorpusATarget() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil)
    #expect(
      Set(folders.map(\.lastPathComponent)) == Set(FuzzTarget.allCases.map(\.rawValue)))
    for target in FuzzTarget.allCases {
      #expect(try Self.files(of: target).count >= 12, "\(target)")
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func corpusFindsNothing(_ target: FuzzTarget) async throws {
    for origin in FuzzTarget.allCases {
      for file in try Self.files(of: origin) {
        let bytes = [UInt8](try Data(contentsOf: file))
        do {
          try await target.run(bytes)
        } catch {
          Issue.record("\(target) with \(origin)/\(file.lastPathComponent): \(error)")
        }
      }
    }
  }

  /// A few seconds of what the fuzzer does for hours, for builds without it.
  @Test(arguments: FuzzTarget.allCases, [UInt64](1...4))
  func mutatedCorpusFindsNothing(_ target: FuzzTarget, _ seed: UInt64) async throws {
    var mutation = ByteMutation(seed: seed)
    let corpus = try Self.files(of: target).map { [UInt8](try Data(contentsOf: $0)) }
    for number in 0..<Self.mutationCount {
      let bytes = mutation.mutated(corpus)
      do {
        try await target.run(bytes)
      } catch {
        Issue.record("seed \(seed), input \(number), \(bytes): \(error)")
        return
      }
    }
  }

  private static let mutationCount =
    ProcessInfo.processInfo.environment["ROSTER_FUZZ_MUTATIONS"].flatMap { Int($0) } ?? 50
}

/// Changes inputs at random: the same ones for the same seed.
struct ByteMutation {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// One of the inputs with up to eight changes, each of one byte or of a run.
  mutating func mutated(_ corpus: [[UInt8]]) -> [UInt8] {
    var bytes = corpus[random.index(below: corpus.count)]
    for _ in 0...random.index(below: 8) {
      let start = random.index(below: bytes.count + 1)
      let end = min(bytes.count, start + random.index(below: 12))
      switch random.index(below: 5) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(UInt8(random.index(below: 256)), at: start)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.index(below: bytes.count + 1))
      case 3:
        let other = corpus[random.index(below: corpus.count)]
        let from = random.index(below: other.count + 1)
        bytes.insert(contentsOf: other[from...].prefix(40), at: start)
      default:
        if start < bytes.count { bytes[start] ^= 1 << random.index(below: 8) }
      }
    }
    return bytes
  }
}
