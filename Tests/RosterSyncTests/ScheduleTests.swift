import RosterCore
import RosterEngine
import RosterSchedule
import RosterStore
import RosterTestSupport
import Testing

@testable import RosterSync

/// Two devices and a hub at once, interleaved as a seed decides.
@Suite struct ScheduleTests {
  @Test(arguments: UInt64(1)...20)
  func devicesThatWorkAtOnceEndEqual(_ seed: UInt64) throws {
    try SeededSchedule(seed: seed).run {
      let hub = TextHub(try Self.list(), name: "hub", coding: .text)
      try await hub.list.apply(.section("ab"))
      var devices: [SyncedList<String, String, Never>] = []
      for name in ["one", "two"] {
        devices.append(
          try SyncedList(Self.list(), with: hub, coding: .text, opening: name))
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, device) in devices.enumerated() {
          group.addTask {
            for letter in "uvwxyz" {
              guard device.list.snapshot.sectionCount > 0 else {
                try await SeededSchedule.pause()
                continue
              }
              try await device.list.apply(.insert("\(number)\(letter)"))
              if letter == "w" { try await device.list.undo() }
            }
          }
          group.addTask {
            for _ in 0..<4 {
              // Changes that wait may come first, again and again: nothing else runs meanwhile.
              do { _ = try await device.synchronize() } catch is SyncError { continue }
            }
          }
        }
        group.addTask {
          for letter in "hij" { try await hub.list.apply(.insert(String(letter))) }
        }
        try await group.waitForAll()
      }
      for device in devices + devices { _ = try await device.synchronize() }
      let contents = try hub.list.snapshot.contents()
      let items = contents.sections.flatMap(\.items)
      #expect(Set(items).count == items.count)
      #expect(items.count >= 5)
      for device in devices {
        #expect(try device.list.snapshot.contents() == contents)
        #expect(try await !device.hasPendingChanges)
      }
    }
  }

  private static func list() throws -> TextList {
    guard let schedule = SeededSchedule.current else { throw SyncError.busy }
    return try TextList(
      storage: InterleavedStorage(MemoryList(), schedule), codec: TextCodec(),
      sectionCodec: TextCodec(), configuration: SeededSchedule.configuration())
  }
}
