import Foundation
import RosterFuzz
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
}
