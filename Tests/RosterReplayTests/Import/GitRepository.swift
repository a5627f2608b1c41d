import Foundation
import RosterTestKit
import Subprocess

@testable import RosterReplay

/// A git repository in a temporary folder.
struct GitRepository {
  struct Failure: Error {
    var arguments: [String]
    var words: String
  }

  /// A file as `git ls-tree -r` lists it.
  struct File: Equatable {
    var mode: String
    var hash: String
    var path: [UInt8]
  }

  let folder: TemporaryFolder
  let path: String

  /// Makes a repository that a script fills.
  init(_ script: GitScript, isBare: Bool = true, format: String = "sha1") async throws {
    try await self.init(isBare: isBare, format: format)
    try await git("fast-import", "--quiet", "--force", input: script.stream)
    if !isBare { try await git("reset", "--quiet", "--hard") }
  }

  /// Makes a repository without commits.
  init(isBare: Bool = true, format: String = "sha1") async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "repository")
    let kind = isBare ? ["--bare"] : []
    let arguments = ["init", "--quiet", "--initial-branch=main", "--object-format=\(format)"]
    _ = try await Self.git(arguments + kind + [path])
  }

  init(folder: TemporaryFolder, path: String) {
    self.folder = folder
    self.path = path
  }

  /// The history as read with the environment of the test, and `environment` on top.
  func history(environment: [String: String?] = [:]) async throws -> GitHistory {
    try await GitHistory(GitCommand(repository: path, environment: environment))
  }

  /// The files of a commit in the order in which git lists them.
  func files(at commit: String = "HEAD") async throws -> [File] {
    try await git("ls-tree", "-r", "-z", "--full-tree", commit).split(separator: 0).map { line in
      let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      let fields = parts[0].split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      return File(mode: fields[0], hash: fields[2], path: Array(parts[1]))
    }
  }

  /// The hashes of the first-parent history, oldest first.
  func commits() async throws -> [String] {
    let list = try await git("rev-list", "--first-parent", "--reverse", "HEAD")
    return String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Unpacks all objects, so that single ones can be removed.
  func loosenObjects() async throws {
    let objects = try await git("rev-list", "--objects", "--all", "--no-object-names")
    let pack = try await git(
      "pack-objects", "--stdout", "--quiet", input: String(decoding: objects, as: UTF8.self))
    for file in try FileManager.default.contentsOfDirectory(atPath: packFolder) {
      try FileManager.default.removeItem(atPath: "\(packFolder)/\(file)")
    }
    _ = try await Self.git(["-C", path, "unpack-objects", "-q"], input: pack)
  }

  private var packFolder: String { gitFolder + "/objects/pack" }

  /// Where git keeps what is its own.
  private var gitFolder: String {
    let inner = path + "/.git"
    return FileManager.default.fileExists(atPath: inner) ? inner : path
  }

  /// Removes a loose object.
  func removeObject(_ name: String) async throws {
    let line = String(decoding: try await git("rev-parse", name), as: UTF8.self)
    let hash = line.prefix { !$0.isNewline }
    try FileManager.default.removeItem(
      atPath: "\(gitFolder)/objects/\(hash.prefix(2))/\(hash.dropFirst(2))")
  }

  @discardableResult
  func git(_ arguments: String..., input: String = "") async throws -> [UInt8] {
    try await Self.git(["-C", path] + arguments, input: Array(input.utf8))
  }

  /// Runs git without any configuration but the repository's.
  private static func git(_ arguments: [String], input: [UInt8] = []) async throws -> [UInt8] {
    let environment: [Environment.Key: String?] = [
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_DIR": nil,
      "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
      "GIT_COMMITTER_NAME": "C", "GIT_COMMITTER_EMAIL": "c@example.org",
    ]
    let result = try await run(
      .name("git"), arguments: Arguments(arguments), environment: .inherit.updating(environment),
      input: .array(input), output: .bytes(limit: 1 << 24),
      error: .string(limit: 1 << 16))
    guard result.terminationStatus.isSuccess else {
      throw Failure(arguments: arguments, words: result.standardError)
    }
    return result.standardOutput
  }
}
