import Testing

/// What the compiler refuses, so that no test at run time has to find it.
@Suite("Compiling")
struct CompilingTests {
  private static let fixtures = [
    "ABodyCannotCallAControllerThatItHolds",
    "ABodyCannotChangeItsComponent",
    "ABodyCannotChangeItsState",
    "ABodyCannotReachAController",
    "ABodyCannotUpdateItsScope",
    "AChildTakesOnlyActionsOfItsType",
    "AComponentCannotHoldAHost",
    "AComponentCannotHoldAnObjectThatChanges",
    "AControllerIsNotReadFromAnUpdate",
    "AHandlerCannotChangeWhatIsAroundIt",
    "AHostStaysWithItsRenderer",
    "AMainActorControllerStaysOnTheMainActor",
    "AMessageCanBeSentAnywhere",
    "AScopeIsNotSendable",
    "AScopeStaysOutOfHandlers",
    "AScopeStaysOutOfTasks",
    "AStateCanBeKept",
    "AnActionTakesOnlyItsOwnTypes",
    "AnActionTakesOnlyWhatHasAJSONForm",
    "OtherMessagesHaveToBeMapped",
  ]

  @Test(arguments: fixtures)
  func theCompilerRefusesTheFaultAndNothingElse(fixture name: String) async throws {
    let fixture = CompileFixture(name)
    let compiler = try SwiftCompiler()
    #expect(try await compiler.compile(fixture.file, defining: []) == [])

    let expected = try fixture.expectedErrors()
    var unexpected = try await compiler.compile(fixture.file, defining: ["FAULTY"])
    #expect(!expected.isEmpty && !unexpected.isEmpty)
    for error in expected {
      let index = unexpected.firstIndex {
        $0.line == error.line && $0.message.contains(error.message)
      }
      #expect(index != nil, "line \(error.line) should have: \(error.message)")
      if let index { unexpected.remove(at: index) }
    }
    #expect(unexpected == [])
  }

  @Test func everyFixtureIsCompiled() throws {
    #expect(try CompileFixture.names() == Set(Self.fixtures))
  }
}
