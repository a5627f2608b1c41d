import RosterTestKit
import Testing

@Suite("Child programs")
struct ChildProgramTests {
  @Test(arguments: ChildProgram.Part.allCases)
  func oneThatDoesNotKnowItsArgumentsIsAnError(_ part: ChildProgram.Part) throws {
    let child = try ChildProgram(part, ["no such command"])
    let failure = #expect(throws: ChildProgram.Failure.self) { try child.lines() }
    #expect(failure?.isCrash == false && failure?.status == 2)
  }

  @Test(arguments: [[], ["no such part"]])
  func oneWithoutAPartIsAnError(_ arguments: [String]) throws {
    let child = try ChildProgram(ChildProgram.Part.program, arguments)
    let failure = #expect(throws: ChildProgram.Failure.self) { try child.lines() }
    #expect(failure?.isCrash == false && failure?.status == 2)
  }

  @Test func oneThatFailsIsAnError() throws {
    let folder = try TemporaryFolder()
    let child = try ChildProgram(.store, ["commit", folder.path])
    let failure = #expect(throws: ChildProgram.Failure.self) { try child.lines() }
    #expect(failure?.isCrash == false && failure?.status == 1)
  }

  @Test func oneThatCrashesIsAnErrorAlsoIfItIsKilledLater() throws {
    let child = try ChildProgram(.store, ["crash"])
    child.wait(forLines: 2)
    child.kill()
    let failure = #expect(throws: ChildProgram.Failure.self) { try child.lines() }
    #expect(failure?.isCrash == true)
    #expect(failure?.lines == ["about to crash"])
  }

  @Test func oneThatIsKilledIsNoError() throws {
    let folder = try TemporaryFolder()
    let child = try ChildProgram(
      .store, ["write", folder.path(), "full", "lists", "1"])
    child.wait(forLines: 1)
    child.kill()
    #expect(try !child.lines().isEmpty)
  }
}
