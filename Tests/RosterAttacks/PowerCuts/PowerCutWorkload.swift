internal import Foundation
internal import Migrations
internal import RosterStore

/// Work that the power is cut in.
package struct PowerCutWorkload: Sendable, CustomStringConvertible {
  /// How the command calls it.
  package let name: String
  /// What it does, for people.
  package let summary: String
  /// Makes the file before the disk is started; nothing for workloads that create it.
  let prepare: @Sendable (_ path: String) throws -> Void
  let work: @Sendable (inout PowerCutSession) async throws -> Void

  init(
    _ name: String, _ summary: String,
    prepare: @escaping @Sendable (_ path: String) throws -> Void = { _ in },
    work: @escaping @Sendable (inout PowerCutSession) async throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.prepare = prepare
    self.work = work
  }

  package var description: String { name }

  /// All workloads.
  package static let all =
    [
      creation, changesets, states, undo, compaction, vacuum, checkpoints, lists, removal,
      rewriting, joint, writers, recovery, rollback,
    ]
    + (1...Migration.all.count).map(migration)

  /// The workload of a name, `nil` if there is none.
  package static func named(_ name: String) -> PowerCutWorkload? { all.first { $0.name == name } }
}

extension PowerCutWorkload {
  /// A file of a released format is brought up to date, and then changed.
  static func migration(_ format: Int) -> PowerCutWorkload {
    PowerCutWorkload(
      "migration-\(format)", "a file of format \(format) is brought up to date and changed",
      prepare: { try ReleasedFile.make(format: format, at: $0) },
      work: {
        try $0.open()
        for name in ["tracks", "it's empty"] {
          try await $0.list(name)
          try await $0.change(name, states: true)
        }
        try await $0.list("new")
        try await $0.change("new", count: 2, states: true)
        try $0.reopen()
        try await $0.change("tracks")
        try $0.close()
      })
  }
}
