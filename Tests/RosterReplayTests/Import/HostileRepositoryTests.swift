import RosterTestKit
import Testing

@testable import RosterReplay

/// A repository from elsewhere is read, and nothing that it names is run.
@Suite struct HostileRepositoryTests {
  private func importAll(_ command: GitCommand) async throws -> Int {
    let history = try await GitHistory(command)
    _ = try await history.commitCount()
    var count = 0
    _ = try await history.forEachChangeset { _ in count += 1 }
    return count
  }

  @Test(arguments: ProgramSetting.all)
  func programOfARepositoryIsNotRun(_ setting: ProgramSetting) async throws {
    let hostile = try await HostileRepository([setting])
    let command = GitCommand(repository: hostile.repository.path)
    #expect(try await importAll(command) == 2)
    #expect(hostile.mark == nil)
    // The same repository does run it when git is used without care, so the above could fail.
    guard let trigger = setting.trigger else { return }
    try await hostile.shell(trigger)
    #expect(hostile.mark != nil, "plain git ran nothing either: \(trigger)")
  }

  @Test func repositoryWithEverySettingIsReadLikeOneWithout() async throws {
    let settings = ProgramSetting.all.filter { !$0.losesBlob }
    let hostile = try await HostileRepository(settings)
    let plain = try await HostileRepository([])
    let expected = try await ImportedHistory(plain.repository.history())
    let history = try await ImportedHistory(hostile.repository.history())
    #expect(history.list.expectation == expected.list.expectation)
    #expect(history.changesets.count == 2)
    #expect(hostile.mark == nil)
  }

  @Test func variablesOfTheEnvironmentDoNotAllowFetching() async throws {
    let fetching = ProgramSetting.all.filter(\.losesBlob)
    for setting in fetching {
      let hostile = try await HostileRepository([setting])
      let program = hostile.repository.folder.path(of: "program")
      let command = GitCommand(
        repository: hostile.repository.path,
        environment: [
          "GIT_NO_LAZY_FETCH": "0", "GIT_ALLOW_PROTOCOL": "ext:ssh:file:git:https",
          "GIT_PROTOCOL_FROM_USER": "1", "GIT_SSH_COMMAND": program, "GIT_SSH": program,
          "GIT_PROXY_COMMAND": program, "GIT_ASKPASS": program, "GIT_EXTERNAL_DIFF": program,
          "GIT_EDITOR": program, "GIT_PAGER": program, "GIT_SEQUENCE_EDITOR": program,
        ])
      #expect(try await importAll(command) == 2)
      #expect(hostile.mark == nil, "\(setting.testDescription)")
    }
  }

  @Test func repositoryInsideAWorkTreeIsReadWithoutItsProgram() async throws {
    let hostile = try await HostileRepository([])
    try await hostile.shell(
      """
      git clone -q --bare . inner
      git -C inner config core.bare false
      git -C inner config core.worktree ..
      git -C inner config core.fsmonitor "$PWD/../program"
      """)
    let inner = GitCommand(repository: hostile.repository.path + "/inner")
    #expect(try await importAll(inner) == 2)
    #expect(hostile.mark == nil)
    try await hostile.shell("git -C inner status")
    #expect(hostile.mark != nil)
  }

  @Test func missingObjectIsNotFetchedByASubmoduleEither() async throws {
    let hostile = try await HostileRepository([])
    try await hostile.shell(
      """
      printf '[submodule "x"]\\npath = x\\nurl = ext::%s\\nupdate = !%s\\n' \
        "$PWD/../program" "$PWD/../program" > .gitmodules
      git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),x
      git add .gitmodules
      git commit -qm 3
      """)
    #expect(try await importAll(GitCommand(repository: hostile.repository.path)) == 3)
    #expect(hostile.mark == nil)
  }
}
