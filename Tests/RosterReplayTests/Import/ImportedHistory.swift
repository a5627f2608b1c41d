import RosterCore
import RosterJSON
import RosterLog
import Testing

@testable import RosterReplay

/// What an importer gave, applied to a naive list.
struct ImportedHistory {
  private(set) var changesets: [LoggedChangeset] = []
  private(set) var list = NaiveList()

  /// Reads a source to its end; every changeset must be valid, and the expectation must be met.
  init(_ source: some ChangesetSource) async throws {
    var changesets: [LoggedChangeset] = []
    var list = NaiveList()
    let expectation = try await source.forEachChangeset { logged in
      changesets.append(logged)
      try list.apply(logged.changeset)
    }
    self.changesets = changesets
    self.list = list
    #expect(expectation == list.expectation)
    #expect(try await source.changesetCount() == changesets.count)
  }

  /// The outline of the last changeset.
  var last: ChangesetOutline { changesets.last?.changeset.outline ?? ChangesetOutline() }

  /// The section models' paths.
  var folders: [String] { list.sections.compactMap { $0.model?["path"]?.stringValue } }

  /// The item models' paths, section by section.
  var paths: [[String]] {
    list.sections.map { $0.items.compactMap { $0["path"]?.stringValue } }
  }
}

extension LoggedChangeset {
  /// The commit that is a changeset of an import.
  var commit: String? { userInfo?["commit"]?.stringValue }
}

extension GitRepository {
  /// Imports the history and compares every commit's list with `git ls-tree`.
  @discardableResult
  func checkedImport(environment: [String: String?] = [:]) async throws -> ImportedHistory {
    let history = try await history(environment: environment)
    var list = NaiveList()
    let commits = try await commits()
    var revision = 0
    _ = try await history.forEachChangeset { logged in
      #expect(logged.commit == commits[revision])
      try list.apply(logged.changeset)
      try await check(list, at: commits[revision])
      revision += 1
    }
    #expect(revision == commits.count)
    return try await ImportedHistory(history)
  }

  private func check(_ list: NaiveList, at commit: String) async throws {
    var expected: [[UInt8]: [File]] = [:]
    for file in try await files(at: commit) {
      let slash = file.path.lastIndex(of: UInt8(ascii: "/"))
      expected[slash.map { Array(file.path[..<$0]) } ?? [UInt8(ascii: ".")], default: []]
        .append(file)
    }
    let folders = expected.keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(list.sections.map { Self.path(in: $0.model) } == folders, "folders at \(commit)")
    for (folder, section) in zip(folders, list.sections) {
      #expect(section.items.map(Self.file) == expected[folder], "files at \(commit)")
    }
  }

  private static func path(in model: JSONValue?) -> [UInt8] {
    GitHistory.pathBytes(of: model?["path"]?.stringValue ?? "")
  }

  private static func file(_ model: JSONValue) -> File {
    #expect(model.objectValue?.count == 3)
    return File(
      mode: model["mode"]?.stringValue ?? "", hash: model["blob"]?.stringValue ?? "",
      path: path(in: model))
  }
}
