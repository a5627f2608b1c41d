import RosterTestKit
import Testing

@testable import RosterReplay

@Suite struct GitConfigurationTests {
  /// Settings of which each changes, or breaks, what a plain `git log --raw` prints.
  private static let hostileConfiguration = """
    [core]
    quotePath = true
    abbrev = 7
    pager = false
    attributesFile = ~/attributes
    bigFileThreshold = 1
    useReplaceRefs = false
    [color]
    ui = always
    [diff]
    renames = copies
    renameLimit = 1
    ignoreSubmodules = all
    orderFile = /nowhere/at/all
    relative = true
    noPrefix = true
    external = false
    submodule = log
    [log]
    showRoot = false
    showSignature = true
    date = relative
    decorate = full
    diffMerges = combined
    follow = true
    abbrevCommit = true
    [format]
    pretty = oneline
    [i18n]
    logOutputEncoding = UTF-16
    [safe]
    bareRepository = explicit
    [pager]
    log = true
    [notes]
    displayRef = *
    """

  private static var script: GitScript {
    let lines = GitHistoryTests.text.replacing("\n", with: "\r\n")
    var script = GitScript()
    script.commit([
      .write("a", GitHistoryTests.text), .write("d/b", GitHistoryTests.otherText),
      .write("d/crlf", lines), .submodule("m", commit: GitHistoryTests.commit),
    ])
    script.commit([.write("s", "s")], parents: [1], branch: "side")
    script.commit([
      .rename("a", to: "a2"), .rename("d/b", to: "e/b"), .write("copy", GitHistoryTests.text),
      .submodule("m", commit: String(GitHistoryTests.commit.reversed())),
      .delete("d/crlf"), .write("lf", GitHistoryTests.text + GitHistoryTests.otherText),
    ])
    script.commit([.write("s", "s")], parents: [3, 2])
    return script
  }

  @Test(arguments: [true, false])
  func configurationOfTheUserChangesNothing(isBare: Bool) async throws {
    let repository = try await GitRepository(Self.script, isBare: isBare)
    try await repository.git("replace", "--graft", "main", "main~2")
    let expected = try await repository.checkedImport()
    let home = try TemporaryFolder()
    try home.write(Self.hostileConfiguration, to: ".gitconfig")
    try home.write("* binary\n", to: "attributes")
    let environment: [String: String?] = [
      "HOME": home.path, "XDG_CONFIG_HOME": home.path, "LANGUAGE": "de", "LC_ALL": "de_DE.UTF-8",
      "GIT_CONFIG_SYSTEM": home.path(of: ".gitconfig"), "GIT_PAGER": "false",
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "diff.renames", "GIT_CONFIG_VALUE_0": "false",
    ]
    let history = try await repository.checkedImport(environment: environment)
    #expect(history.changesets == expected.changesets)
    if isBare { return }
    let folder = GitCommand(repository: repository.path + "/e", environment: environment)
    #expect(
      try await ImportedHistory(GitHistory(folder)).changesets == expected.changesets)
  }

  @Test func variablesThatNameAnotherRepositoryAreIgnored() async throws {
    let repository = try await GitRepository(Self.script)
    let other = try await GitRepository(GitScript([.write("other", "o")]))
    let environment: [String: String?] = [
      "GIT_DIR": other.path, "GIT_WORK_TREE": "/", "GIT_INDEX_FILE": "/nowhere",
      "GIT_OBJECT_DIRECTORY": other.path + "/objects", "GIT_COMMON_DIR": other.path,
      "GIT_EXTERNAL_DIFF": "false", "GIT_TRACE": "1",
    ]
    let history = try await repository.checkedImport(environment: environment)
    #expect(try await history.changesets == repository.checkedImport().changesets)
  }
}
