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
    "AHostWithMainActorControllersStaysThere",
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
    #expect(!expected.isEmpty)
    var errors = try await compiler.compile(fixture.file, defining: ["FAULTY"])
    for expectation in expected {
      let count = errors.count
      errors.removeAll {
        $0.line == expectation.line && $0.message.contains(expectation.message)
      }
      #expect(errors.count < count, "line \(expectation.line): \(expectation.message)")
    }
    #expect(errors == [])
  }

  @Test func everyFixtureIsCompiled() throws {
    #expect(try CompileFixture.names() == Set(Self.fixtures))
  }
}
