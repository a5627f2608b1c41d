package import RosterCore
package import RosterTesting

/// A storage before and behind whose commits other lists of a schedule may work.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package struct InterleavedStorage: JournalForwarding, KeyForwarding {
  package let storage: any ListStorage
  private let schedule: SeededSchedule

  package init(_ storage: any ListStorage, _ schedule: SeededSchedule) {
    self.storage = storage
    self.schedule = schedule
  }

  package func commit(_ group: CommitGroup) throws(StorageError) {
    schedule.interleave()
    defer { schedule.interleave() }
    try storage.commit(group)
  }
}
