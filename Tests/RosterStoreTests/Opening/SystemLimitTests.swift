import Foundation
import RosterStore
import RosterTestKit
import Testing

@Suite("Opening: what the system has no more of")
struct SystemLimitTests {
  @Test func aFileThatFindsNoDescriptorSaysSoAndOpensWhenOneIsFree() throws {
    let temporary = try TemporaryStore()
    _ = try temporary.list()
    try temporary.store.close()
    let answers = try answers(temporary.path)
    #expect(answers.count == 3, "\(answers)")
    for answer in answers.prefix(2) {
      #expect(answer.hasPrefix("unreadable: \(temporary.path): "), "\(answer)")
      #expect(answer.contains("too many files are open"), "\(answer)")
      #expect(answer.contains("ulimit -n"), "\(answer)")
    }
    #expect(answers.last == "opened: main 0")
  }

  /// What a process says that opens a file without descriptors.
  ///
  /// Once a second Dispatch opens a file in `/proc` to count its threads, and traps if it cannot. A
  /// process that is that slow is asked again.
  private func answers(_ path: String) throws -> [String] {
    for _ in 0..<9 {
      do {
        return try ChildProgram(.store, ["starve", path]).lines()
      } catch let failure as ChildProgram.Failure
        where failure.isCrash && [SIGILL, SIGTRAP].contains(failure.status)
      {
        continue
      }
    }
    return try ChildProgram(.store, ["starve", path]).lines()
  }
}
