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

  /// The errors of both versions of all fixtures, in few runs of the compiler: each loads the modules.
  private static let errors = Task {
    let compiler = try SwiftCompiler()
    let files = fixtures.map { CompileFixture($0).file }
    return (
      faultless: try await compiler.compile(files, defining: []),
      faulty: try await compiler.compile(files, defining: ["FAULTY"])
    )
  }

  @Test(arguments: fixtures)
  func theCompilerRefusesTheFaultAndNothingElse(fixture name: String) async throws {
    let fixture = CompileFixture(name)
    let found = try await Self.errors.value
    #expect(found.faultless[fixture.file, default: []] == [])

    let expected = try fixture.expectedErrors()
    #expect(!expected.isEmpty)
    var errors = found.faulty[fixture.file, default: []]
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
