import RosterTestSupport
import Testing

@Suite("Child programs")
struct ChildProgramTests {
  @Test func oneThatFailsIsAnError() throws {
    let child = try ChildProgram("RosterStoreChild", ["no such command"])
    let failure = #expect(throws: ChildProgram.Failure.self) { try child.lines() }
    #expect(failure?.status != 0)
  }

  @Test func oneThatCrashesIsAnErrorAlsoIfItIsKilledLater() throws {
    let child = try ChildProgram("RosterStoreChild", ["crash"])
    child.wait(forLines: 2)
    child.kill()
    let failure = #expect(throws: ChildProgram.Failure.self) { try child.lines() }
    #expect(failure?.isCrash == true)
    #expect(failure?.lines == ["about to crash"])
  }

  @Test func oneThatIsKilledIsNoError() throws {
    let folder = try TemporaryFolder()
    let child = try ChildProgram(
      "RosterStoreChild", ["write", folder.path(), "full", "lists", "1"])
    child.wait(forLines: 1)
    child.kill()
    #expect(try !child.lines().isEmpty)
  }
}
