import Foundation
import RosterStore
import RosterTestSupport
import Testing

@Suite("Opening: what the system has no more of")
struct SystemLimitTests {
  @Test func aFileThatFindsNoDescriptorSaysSoAndOpensWhenOneIsFree() throws {
    let temporary = try TemporaryStore()
    _ = try temporary.list()
    try temporary.store.close()
    let answers = try ChildProgram("RosterStoreChild", ["starve", temporary.path]).lines()
    #expect(answers.count == 3)
    for answer in answers.prefix(2) {
      #expect(answer.hasPrefix("unreadable: \(temporary.path): "), "\(answer)")
      #expect(answer.contains("too many files are open"), "\(answer)")
      #expect(answer.contains("ulimit -n"), "\(answer)")
    }
    #expect(answers.last == "opened: main 0")
  }
}
