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
  /// Works in a file on a disk, and returns what the cuts are held against.
  let record:
    @Sendable (
      _ disk: SimulatedDisk, _ path: String, _ durability: SQLiteConfiguration.Durability,
      _ seed: UInt64
    ) async throws -> any PowerCutCheck

  /// Makes a workload of lists in a file of their own.
  init(
    _ name: String, _ summary: String,
    prepare: @escaping @Sendable (_ path: String) throws -> Void = { _ in },
    work: @escaping @Sendable (inout PowerCutSession) async throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.prepare = prepare
    record = { disk, path, durability, seed in
      var recording = PowerCutRecording(durability, disk)
      recording.start(try PowerCutSession.initialContents(path))
      var session = PowerCutSession(path: path, durability, seed: seed, recording)
      try await work(&session)
      return ListCutCheck(session.recording)
    }
  }

  /// Makes a workload of an application, with lists beside its rows.
  ///
  /// - Parameter steps: Returns what the application does, by a seed.
  init(
    _ name: String, _ summary: String,
    steps: @escaping @Sendable (_ seed: UInt64) -> [ApplicationStep]
  ) {
    self.name = name
    self.summary = summary
    prepare = { _ in }
    record = { disk, path, durability, seed in
      var recording = ApplicationRecording(disk)
      var session = ApplicationSession(path: path, seed: seed, durability)
      for step in steps(seed) { try await recording.perform(step, in: &session) }
      return ApplicationCutCheck(commits: recording.commits, durability: durability, seed: seed)
    }
  }

  /// Makes a workload of lists of which two are kept together with a third one.
  ///
  /// - Parameter isDivided: Whether each list is committed in a transaction of its own.
  init(_ name: String, _ summary: String, isDivided: Bool) {
    self.name = name
    self.summary = summary
    prepare = { _ in }
    record = { disk, path, durability, seed in
      var recording = TogetherRecording(disk)
      var session = TogetherSession(path: path, durability, isDivided: isDivided)
      for step in TogetherStep.work(seed: seed) { try await recording.perform(step, in: &session) }
      return TogetherCutCheck(commits: recording.commits, durability: durability)
    }
  }

  package var description: String { name }

  /// All workloads.
  package static let all =
    [
      creation, changesets, states, undo, compaction, vacuum, checkpoints, lists, removal,
      rewriting, joint, together, writers, recovery, rollback, rows, notes, installation,
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
