import Roster
import RosterTestKit

/// The programs of the tutorial, each run as a step on one file.
///
/// The article shows what is between the marks in the files of the steps. What a program prints is
/// kept, and what it reads is given.
struct ChatTutorial: Sendable {
  /// The steps, in order; each goes on with the file that the steps before have left.
  static let steps: [@Sendable (ChatTutorial) async throws -> Void] = [
    { try await $0.keepMessages() },
    { try await $0.showBatches() },
    { try await $0.buildRows() },
    { try await $0.addHeaders() },
    { try await $0.fetchAndUndo() },
    {
      try await $0.shareTheFile()
      try await $0.talk()
    },
    { try await $0.deriveLists() },
  ]

  private let folder: TemporaryFolder
  let path: String
  private let typed: [String?]
  private let read = Recorder<String?>()
  private let printed = Recorder<String>()

  /// - Parameter typed: The lines that are typed, with `nil` where the input of a program ends.
  init(typed: [String?]) throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "chat.sqlite")
    self.typed = typed
  }

  /// What was printed since the last call.
  func takePrinted() -> String {
    defer { printed.removeAll() }
    return printed.values.joined(separator: "\n")
  }

  // MARK: What programs call

  func print(_ value: Any) { printed.record("\(value)") }

  /// Only one task of a program reads.
  func readLine() -> String? {
    let next = read.values.count
    guard typed.indices.contains(next) else { return nil }
    read.record(typed[next])
    return typed[next]
  }
}
