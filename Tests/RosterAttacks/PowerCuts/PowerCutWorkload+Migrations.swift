import RosterStore
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
